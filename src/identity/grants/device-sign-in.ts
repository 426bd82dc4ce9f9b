import { failure, success } from '../../result.ts';
import type { Clock } from '../../system/clock.ts';
import { untilAborted } from '../../system/clock.ts';
import type { TokenFailure } from '../grant.ts';
import type { DeviceAuthorization } from '../provider/device-authorization.ts';
import type { SignInMethod } from './sign-in-method.ts';
import { exclusiveSignIn } from './sign-in-method.ts';

/** Shows the user where to enter which code, until `signal` aborts; `cancelled` if the user cancels before that. */
export type DeviceCodePrompt = (
  code: Pick<DeviceAuthorization, 'userCode' | 'verificationUrl' | 'completeVerificationUrl'>,
  signal: AbortSignal,
) => Promise<'cancelled' | undefined>;

/**
 * Signs in in a browser on any device, where the user enters a code (RFC 8628): over SSH and in containers no browser can
 * return to the editor. An attempt also ends when the code expires.
 */
export function deviceSignIn(prompt: DeviceCodePrompt, clock: Clock): SignInMethod {
  return exclusiveSignIn(async ({ signal, timeout, parameters = {} }, connect) => {
    const connected = await connect(signal);
    if (!connected.ok) return connected;
    const provider = connected.value;
    const started = await provider.startDeviceAuthorization(parameters, { signal, timeout });
    if (!started.ok) return started;

    const expiry = new AbortController();
    const over = new AbortController();
    void clock
      .sleep(started.value.expiresIn * 1000, over.signal)
      .then(() => over.signal.aborted || expiry.abort());
    const cancellation = new AbortController();
    const ended = AbortSignal.any([signal, expiry.signal, cancellation.signal]);
    void prompt(started.value, AbortSignal.any([ended, over.signal])).then(
      (answer) => answer === 'cancelled' && cancellation.abort(),
    );
    try {
      const polled = provider.pollDeviceAuthorization(started.value, { signal: ended, timeout });
      // openid-client notices the end of the signal only at the next poll.
      const granted = await untilAborted(polled, ended);
      if (!granted) return failure({ kind: expiry.signal.aborted ? 'device-code-expired' : 'cancelled' });
      // When the last request was sent isn't known here; the margin at the end of a token's lifetime covers the difference.
      if (granted.ok) return success({ granted: granted.value, requestedAt: clock.now() });
      if (expiry.signal.aborted) return failure({ kind: 'device-code-expired' });
      return failure(
        signal.aborted || cancellation.signal.aborted ? { kind: 'cancelled' } : denial(granted.failure),
      );
    } finally {
      over.abort();
    }
  });
}

/** The answers that end the polling (RFC 8628, section 3.5). */
function denial(failed: TokenFailure): TokenFailure {
  if (failed.kind !== 'refused') return failed;
  switch (failed.error) {
    case 'expired_token':
      return { kind: 'device-code-expired' };
    case 'access_denied':
      return { kind: 'denied', error: failed.error, description: failed.description };
    default:
      return failed;
  }
}
