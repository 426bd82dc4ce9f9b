import type { DeviceAuthorizationResponse } from 'openid-client';
import { isSecureAddress } from '../../gateway/service.ts';
import { failure, type Result, success } from '../../result.ts';
import { plainText } from '../../text/plain-text.ts';
import { redact } from '../../text/redact.ts';
import type { TokenFailure } from '../grant.ts';

/** A user code is typed by hand (RFC 8628, section 6.1). */
const maxUserCodeLength = 40;

/** No provider gives more time; and a timer can't wait for any number of seconds. */
const maxLifetime = 3600;

/** A sign-in in progress on another device (RFC 8628, section 3.2). Texts are plain. */
export interface DeviceAuthorization {
  readonly userCode: string;
  /** Where the user enters the code. */
  readonly verificationUrl: URL;
  /** The same with the code in it, if the provider has one. */
  readonly completeVerificationUrl?: URL;
  /** Seconds, until the code expires. */
  readonly expiresIn: number;
  /** For polling; contains a secret. */
  readonly response: DeviceAuthorizationResponse;
}

/** A shorter secret is likely to be part of a URL by chance. */
const minSecretLength = 8;

/** The user opens the URLs and reads the code: neither may be other than it looks, nor contain one of `secrets` or the device code. */
export function readDeviceAuthorization(
  response: DeviceAuthorizationResponse,
  secrets: readonly string[],
): Result<DeviceAuthorization, TokenFailure> {
  const {
    device_code,
    user_code,
    verification_uri,
    verification_uri_complete,
    expires_in,
    interval = 5,
  } = response;
  const verificationUrl = webAddress(verification_uri);
  const userCode = plainText(user_code, maxUserCodeLength);
  if (!verificationUrl || userCode === '' || userCode !== user_code)
    return failure({ kind: 'device-code-unusable' });
  const shown = [userCode, verification_uri, verification_uri_complete ?? ''].join('\n');
  const long = [...secrets, device_code].filter(({ length }) => length >= minSecretLength);
  if (redact(shown, long) !== shown) return failure({ kind: 'device-code-unusable' });
  const complete = webAddress(verification_uri_complete);
  return success({
    userCode,
    verificationUrl,
    ...(complete?.origin === verificationUrl.origin && { completeVerificationUrl: complete }),
    expiresIn: Math.min(expires_in, maxLifetime),
    response: { ...response, interval: Math.min(Math.max(interval, 1), maxLifetime) },
  });
}

function webAddress(text: string | undefined): URL | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return isSecureAddress(url) ? url : undefined;
}
