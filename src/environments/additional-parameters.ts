import * as l10n from '@vscode/l10n';
import { isRecord } from '../is-record.ts';
import { failure, type Result, success } from '../result.ts';
import type { SettingPlace } from './authorization-server.ts';

/**
 * Parameters that can't be set: the sign-in sets them itself (RFC 6749, 7521, 7636, 8628, 9101, 9449; OpenID Connect), or
 * they are secrets.
 */
export const ownParameters: readonly string[] = [
  'assertion',
  'client_assertion',
  'client_assertion_type',
  'client_id',
  'client_secret',
  'code',
  'code_challenge',
  'code_challenge_method',
  'code_verifier',
  'device_code',
  'dpop_jkt',
  'grant_type',
  'nonce',
  'password',
  'redirect_uri',
  'refresh_token',
  'request',
  'request_uri',
  'response_mode',
  'response_type',
  'scope',
  'state',
  'username',
];

/** The `parameters` of an `auth`, such as Auth0's `audience`; undefined if there are none. The failure is a sentence for the user. */
export function readParameters(
  value: unknown,
  place: SettingPlace,
): Result<Readonly<Record<string, string>> | undefined, string> {
  if (value === undefined) return success(undefined);
  const entries = isRecord(value) ? Object.entries(value) : undefined;
  if (!entries?.every((entry): entry is [string, string] => typeof entry[1] === 'string'))
    return failure(
      l10n.t(
        '"auth.parameters" of the environment "{name}" ({place}) must be an object of strings, such as { "audience": "…" }.',
        place,
      ),
    );
  const own = entries.map(([name]) => name).find(isOwnParameter);
  if (own !== undefined)
    return failure(
      l10n.t(
        '"auth.parameters" of the environment "{name}" ({place}) can\'t contain "{own}": it is a secret, or the sign-in sets it itself.',
        { ...place, own },
      ),
    );
  if (entries.some(([name]) => name.trim() === ''))
    return failure(
      l10n.t(
        '"auth.parameters" of the environment "{name}" ({place}) contains a parameter without a name.',
        place,
      ),
    );
  return success(entries.length === 0 ? undefined : Object.fromEntries(entries));
}

/** Whether a parameter can't be set. Some servers ignore case. */
export function isOwnParameter(name: string): boolean {
  return ownParameters.includes(name.trim().toLowerCase());
}

/**
 * As one line that a person reads and edits, such as `audience=https://gateway.example&access_type=offline`; without
 * parameters that can't be set, which may be secrets.
 */
export function parametersText(parameters: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(parameters).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && !isOwnParameter(name) ? [[name, value]] : [],
  );
  return new URLSearchParams(texts).toString().replaceAll('%3A', ':').replaceAll('%2F', '/');
}

/**
 * Whether a text is in query-string form, with `=` in each part, and with names that parameters can have (RFC 6749, section 8.2).
 * JSON, for example, isn't.
 */
export function isQueryString(text: string): boolean {
  const parts = text
    .trim()
    .split('&')
    .filter((part) => part !== '');
  return (
    parts.every((part) => part.includes('=')) &&
    [...new URLSearchParams(text.trim()).keys()].every((name) => /^[\w.-]+$/.test(name.trim()))
  );
}

/** Reads what `parametersText` returned, or what a person made of it. */
export function parametersOf(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text.trim()));
}
