import * as l10n from '@vscode/l10n';

/** What the flow stands on (RFC 6749, 7521, 7636, 9101, 9449; OpenID Connect), and what is a secret: none of them is anybody's to set. */
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

/**
 * The `parameters` of an `auth`, such as Auth0's `audience`; undefined where there are none, a sentence for the user where
 * they can't be used.
 */
export function readParameters(
  value: unknown,
  place: Readonly<Record<'name' | 'place', string>>,
): Readonly<Record<string, string>> | string | undefined {
  if (value === undefined) return undefined;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const names = isObject ? Object.entries(value) : [];
  if (!isObject || names.some(([, text]) => typeof text !== 'string'))
    return l10n.t(
      '"auth.parameters" of environment "{name}" ({place}) must be an object of texts, such as { "audience": "…" }.',
      place,
    );
  const own = names.map(([name]) => name).find(isOwn);
  if (own !== undefined)
    return l10n.t(
      '"auth.parameters" of environment "{name}" ({place}) can\'t hold "{own}": the sign-in sets that by itself, or it is a secret.',
      { ...place, own },
    );
  if (names.some(([name]) => name.trim() === ''))
    return l10n.t('"auth.parameters" of environment "{name}" ({place}) holds one without a name.', place);
  return names.length === 0 ? undefined : Object.fromEntries(names);
}

/** Some servers don't tell letter cases apart. */
function isOwn(name: string): boolean {
  return ownParameters.includes(name.trim().toLowerCase());
}

/**
 * As one line for a person to read and to change, such as `audience=https://gateway.example&access_type=offline`; without
 * what has no place there, which may be a secret.
 */
export function parametersText(parameters: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(parameters).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && !isOwn(name) ? [[name, value]] : [],
  );
  return new URLSearchParams(texts).toString().replaceAll('%3A', ':').replaceAll('%2F', '/');
}

/** What `parametersText` gave, and what a person made of it. */
export function parametersOf(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text.trim()));
}
