import { decodeText, otherReadings } from './decode-text.ts';
import { endOfString } from './indent-json.ts';
import { plainText } from './plain-text.ts';

/** What replaces a secret, or a text that contains one in a spelling that can't be told from the rest. */
export const mask = '•••';

/** A shorter secret is likely to be part of ordinary words: masking it would make texts unreadable. */
const minSecretLength = 4;

/** Of letters and digits. Shorter secrets are compared with their punctuation, and only within a line or a wrapped word. */
const minFoldedLength = 8;

/** In characters. A longer secret counts as found with its beginning, because it may have been cut. */
const maxComparedLength = 64;

/** The same at the end of a text, which may have been cut there. A shorter part is likely to be there by chance. */
const minCutLength = 8;

/** In UTF-16 code units: an escape at the end of a text may have been cut within so many. */
const maxCutEscape = 24;

/** A shorter part of a Base64 text is likely to be there by chance. */
const minBase64Length = 8;

/** In UTF-16 code units: what the beginning of a secret takes in the longest spelling of a server. */
const longestSpelling = 4096;

/**
 * Replaces secrets in a text in the encodings that servers use: unencoded, escaped for JSON, a URL or HTML, in hexadecimal digits,
 * or in Base64. If a text that is fully decoded and has no white space still contains a secret, each JSON string in which it does,
 * or else the whole text, is replaced. Linear in the length of the text.
 */
export function redact(text: string, secrets: readonly string[]): string {
  return redactor(secrets)(text);
}

/** `redact` for several texts: computes the encodings of the secrets once. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const known = [...new Set(secrets)].filter(({ length }) => length >= minSecretLength);
  if (known.length === 0) return (text) => text;
  const search = new SecretSearch(known);
  const encodings = [...new Set(known.flatMap(encodingsOf))];
  return (text) => {
    if (!search.finds(text)) return text;
    const masked = replaceEach(text, encodings);
    if (!search.finds(masked)) return masked;
    const withoutFields = withholdStrings(masked, search);
    return search.finds(withoutFields) ? mask : withoutFields;
  };
}

/** How many sets of secrets are remembered: all of them and the long ones, before and after a token is renewed. */
const maxRemembered = 4;

/** A `redactor` that remembers the encodings of the last sets of secrets: those of a batch are the same for each response. */
export function rememberingRedactor(): typeof redactor {
  const known = new Map<string, (text: string) => string>();
  return (secrets) => {
    const key = JSON.stringify(secrets);
    const redact = known.get(key) ?? redactor(secrets);
    known.set(key, redact);
    for (const oldest of known.keys()) if (known.size > maxRemembered) known.delete(oldest);
    return redact;
  };
}

/**
 * `redact` for the beginning of a text, at most about `longest` UTF-16 code units of it, so that a long text costs no more than is
 * shown. What could be the beginning of a secret that was cut is left out.
 */
export function redactBeginning(text: string, mask: (text: string) => string, longest: number): string {
  if (text.length <= longest) return mask(text);
  const masked = mask(text.slice(0, longest + longestSpelling));
  return masked.slice(0, Math.max(0, Math.min(longest, masked.length - longestSpelling)));
}

/** Replaces all encodings at once: one can overlap another. */
function replaceEach(text: string, encodings: readonly string[]): string {
  const found = encodings.flatMap((encoding) => {
    const ranges: { readonly start: number; readonly end: number }[] = [];
    for (
      let start = text.indexOf(encoding);
      start >= 0;
      start = text.indexOf(encoding, start + encoding.length)
    )
      ranges.push({ start, end: start + encoding.length });
    return ranges;
  });
  let shown = '';
  let copied = 0;
  for (const { start, end } of found.sort((one, other) => one.start - other.start)) {
    if (start >= copied) shown += text.slice(copied, start) + mask;
    copied = Math.max(copied, end);
  }
  return shown + text.slice(copied);
}

/** Finds secrets in a text in any spelling. */
class SecretSearch {
  readonly #literal: readonly string[];
  /** Letters and digits of secrets, of their hexadecimal digits, and of their Base64. */
  readonly #folded: readonly string[];
  /** Secrets with fewer letters and digits. */
  readonly #joined: readonly string[];
  /** Those of them that contain white space, without it. */
  readonly #spaceless: readonly string[];

  constructor(secrets: readonly string[]) {
    // PostgreSQL writes `\x` before all digits, which reads as the first byte.
    this.#literal = secrets.flatMap((secret) => [
      secret,
      hexadecimal(secret),
      hexadecimal(secret).toUpperCase(),
    ]);
    // A backslash of the secret, and what a server escapes after it, can look like an escape.
    const decoded = secrets
      .flatMap((secret) => [secret, secret.replaceAll('\\', '')])
      .map((secret) => decodeText(secret) ?? secret);
    const isLong = (secret: string) => fold(secret).length >= minFoldedLength;
    const encoded = [...secrets, ...decoded].flatMap((secret) => [hexadecimal(secret), ...base64Of(secret)]);
    this.#folded = distinct([...decoded.filter(isLong), ...encoded].map(fold), minSecretLength);
    const short = decoded.filter((secret) => !isLong(secret));
    this.#joined = distinct(short.filter((secret) => !/[\s+]/.test(secret)).map(join), 0);
    this.#spaceless = distinct(short.filter((secret) => /[\s+]/.test(secret)).map(withoutSpace), 0);
  }

  finds(text: string): boolean {
    if (this.#literal.some((secret) => text.includes(secret))) return true;
    for (const reading of [text, ...otherReadings(text)]) {
      const decoded = decodeText(reading);
      if (decoded === undefined || this.#isIn(decoded)) return true;
    }
    return this.#isCutIn(text);
  }

  #isIn(decoded: string): boolean {
    const folded = fold(decoded);
    if (this.#folded.some((secret) => folded.includes(secret))) return true;
    return (
      containsAny(this.#joined, () => join(decoded)) ||
      containsAny(this.#spaceless, () => withoutSpace(decoded))
    );
  }

  /** Whether the text ends with the beginning of a secret, or within an escape after that. */
  #isCutIn(text: string): boolean {
    const tail = text.slice(-longestSpelling);
    const ends = [tail];
    for (let at = Math.max(0, tail.length - maxCutEscape); at < tail.length; at++)
      if (/[\\%&]/.test(tail.charAt(at))) ends.push(tail.slice(0, at));
    return ends.some((end) => {
      const folded = fold((decodeText(end) ?? '').slice(-2 * maxComparedLength)).slice(-maxComparedLength);
      return this.#folded.some((secret) => {
        const at = folded.indexOf(secret.slice(0, minCutLength));
        return at >= 0 && secret.startsWith(folded.slice(at));
      });
    });
  }
}

function distinct(needles: readonly string[], minLength: number): readonly string[] {
  return [...new Set(needles.map((needle) => needle.slice(0, maxComparedLength)))].filter(
    ({ length }) => length >= minLength,
  );
}

/**
 * Letters and digits without case: also where lines are wrapped, quotes are doubled, or spaces are plus signs; in one form of
 * Unicode, and without invisible characters.
 */
function fold(decoded: string): string {
  const text = decoded.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}+/gu, '');
  return text.replace(/[^a-z\d\u0080-\u009f\u00a1-\u1fff\u2070-\ufffc]+/gi, '').toLowerCase();
}

/** Without line breaks and the indentation after them. */
function join(decoded: string): string {
  return decoded.replace(/[\r\n][\r\n\t ]*|\\/g, '');
}

/** In form-encoded text, a plus sign is a space. */
function withoutSpace(decoded: string): string {
  return decoded.replace(/[\s+\\]+/g, '');
}

function containsAny(needles: readonly string[], text: () => string): boolean {
  if (needles.length === 0) return false;
  const searched = text();
  return needles.some((needle) => searched.includes(needle));
}

/** Replaces the JSON strings in which a secret is found. */
function withholdStrings(text: string, search: SecretSearch): string {
  if (!/^\s*[{["]/.test(text)) return text;
  let shown = '';
  let copied = 0;
  for (let start = text.indexOf('"'); start >= 0; start = text.indexOf('"', copied)) {
    const end = endOfString(text, start) ?? text.length;
    shown +=
      text.slice(copied, start) +
      (search.finds(text.slice(start + 1, end - 1)) ? `"${mask}"` : text.slice(start, end));
    copied = end;
  }
  return shown + text.slice(copied);
}

/** The texts that are replaced alone. As in the masking of GitHub's runner (`ValueEncoders.cs`). */
function encodingsOf(secret: string): readonly string[] {
  const html = secret.replace(/[&<>"']/g, (character) => htmlEscapes[character] ?? character);
  const percent = encodeURIComponent(secret.toWellFormed());
  return [
    secret,
    jsonEscaped(secret),
    percent,
    formEncoded(secret),
    html,
    secret.toLowerCase(),
    secret.toUpperCase(),
    hexadecimal(secret),
    hexadecimal(secret).toUpperCase(),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('base64url'),
  ];
}

const htmlEscapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function hexadecimal(secret: string): string {
  return Buffer.from(secret).toString('hex');
}

function jsonEscaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** As in `Basic` credentials (RFC 6749, section 2.3.1). */
function formEncoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}

/** RFC 4648, section 4: the secret alone, and the parts of it that are the same in any longer text; also if it is escaped before. */
function base64Of(secret: string): readonly string[] {
  const texts = [secret, formEncoded(secret), encodeURIComponent(secret.toWellFormed()), jsonEscaped(secret)];
  const all = [...new Set(texts)].map((text) => Buffer.from(text));
  return [...all, Buffer.from(secret, 'utf16le')].flatMap((bytes) => {
    const parts = [0, 1, 2].map((before) => {
      const encoded = unpadded(Buffer.concat([Buffer.alloc(before), bytes]));
      const endsWithin = ((before + bytes.length) * 8) % 6 !== 0;
      return encoded.slice(before === 0 ? 0 : before + 1, endsWithin ? -1 : undefined);
    });
    return [unpadded(bytes), ...parts.filter(({ length }) => length >= minBase64Length)];
  });
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

/** In UTF-16 code units. Much more than is shown, as `plainText` removes some. */
const longestRead = 16 * 1024;

/** A server's text as one line to show: without `secrets` and what can't be printed, at most `longest` characters. */
export function safeText(
  text: string,
  secrets: readonly string[],
  longest?: number,
  redactorFor = redactor,
): string {
  if (text === '') return '';
  const mask = redactorFor(secrets);
  const line = plainText(redactBeginning(text, mask, longestRead), longestRead);
  // A secret with spaces may have been written with line breaks instead.
  return plainText(mask(line), longest);
}
