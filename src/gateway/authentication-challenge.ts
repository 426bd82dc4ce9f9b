import { isRecord } from '../is-record.ts';
import { parseJson } from '../text/parse-json.ts';
import { type Mask, safeText } from '../text/redact.ts';

/**
 * What a gateway requires of a sign-in although the token is valid: `insufficient_claims`, Microsoft's claims challenge, or
 * `insufficient_user_authentication` (RFC 9470, section 3).
 */
export interface AuthenticationChallenge {
  /**
   * What an authorization request sends to meet it: `claims` (OpenID Connect Core, section 5.5), or `acr_values` and `max_age`
   * (section 3.1.2.1). Empty if the gateway names nothing that can be sent.
   */
  readonly parameters: Readonly<Record<string, string>>;
  /** The same as plain text without secrets, such as `acr_values=mfa, max_age=300`; the error if nothing is named. */
  readonly requirement: string;
  /** The header for VS Code's authentication providers, which read it themselves. */
  readonly header: string;
}

/** In UTF-16 code units. Servers and proxies rarely allow headers of more than 16 KiB. */
const maxHeaderLength = 16 * 1024;
/** Of one value, in UTF-16 code units. It becomes a part of a URL. */
const maxValueLength = 1500;

/**
 * What the `WWW-Authenticate` header of a 401 requires; undefined if the token itself wasn't accepted. What contains a secret is
 * left out: it would be sent to another server.
 */
export function readAuthenticationChallenge(header: string, mask: Mask): AuthenticationChallenge | undefined {
  for (const challenge of challengesIn(header)) {
    const error = challenge.get('error') ?? '';
    const read = Object.hasOwn(requirements, error) ? requirements[error] : undefined;
    if (!read) continue;
    const required = Object.entries(read(challenge)).filter(
      ([, { sent, given }]) => sent !== undefined && mask(sent) === sent && mask(given) === given,
    );
    const parameters = required.map(([name, { sent }]) => [name, sent ?? ''] as const);
    const given = required.map(([name, value]) => `, ${name}="${value.given.replace(/["\\]/g, '\\$&')}"`);
    return {
      parameters: Object.fromEntries(parameters),
      requirement: safeText(
        parameters.map((parameter) => parameter.join('=')).join(', ') || error,
        mask,
        200,
      ),
      header: `Bearer error="${error}"${given.join('')}`,
    };
  }
  return undefined;
}

type Parameters = ReadonlyMap<string, string>;

/** `given`: as in the header. `sent`: as in an authorization request; undefined if it can't be sent. */
type Required = Readonly<Record<string, { readonly given: string; readonly sent: string | undefined }>>;

const requirements: Readonly<Record<string, (challenge: Parameters) => Required>> = {
  insufficient_claims: (challenge) => {
    const given = challenge.get('claims') ?? '';
    return { claims: { given, sent: decodedClaims(given) } };
  },
  insufficient_user_authentication: (challenge) => {
    const matching = (name: string, pattern: RegExp) => {
      const given = challenge.get(name) ?? '';
      return { given, sent: pattern.test(given) && given.length <= maxValueLength ? given : undefined };
    };
    return {
      acr_values: matching('acr_values', /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/),
      max_age: matching('max_age', /^\d{1,9}$/),
    };
  },
};

/** A JSON object, as it is or in Base64. Undefined for anything else. */
function decodedClaims(given: string): string | undefined {
  const text = given.startsWith('{') ? given : Buffer.from(given, 'base64').toString();
  const claims = text.length <= maxValueLength ? parseJson(text) : undefined;
  return isRecord(claims) ? JSON.stringify(claims) : undefined;
}

/**
 * The parameters of each challenge of the scheme Bearer, by lower-case name (RFC 9110, sections 11.2 to 11.6.1): a header can have
 * several challenges, and a list in it empty items. What isn't understood is skipped up to the next comma.
 */
function challengesIn(header: string): readonly Parameters[] {
  const item =
    /[ \t,]*(?:([!#$%&'*+.^_`|~\w-]+)(?:[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([!#$%&'*+.^_`|~\w-]+)))?(?=[ \t,]|$)|[^ \t,]+)/gy;
  const found: Map<string, string>[] = [];
  let current: Map<string, string> | undefined;
  for (const [, name, quoted, token] of header.slice(0, maxHeaderLength).matchAll(item)) {
    const value = quoted?.replace(/\\(.)/g, '$1') ?? token;
    if (name === undefined) continue;
    if (value === undefined) {
      current = name.toLowerCase() === 'bearer' ? new Map() : undefined;
      if (current) found.push(current);
    } else if (current && !current.has(name.toLowerCase())) {
      current.set(name.toLowerCase(), value);
    }
  }
  return found;
}
