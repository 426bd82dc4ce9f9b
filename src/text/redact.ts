import { decodeText } from './decode-text.ts';
import { endOfString } from './indent-json.ts';
import { parseJson } from './parse-json.ts';
import { plainText } from './plain-text.ts';

/** What replaces a secret, or a text that contains one in a spelling that can't be told from the rest. */
export const mask = '•••';

/** A shorter secret is likely to be part of ordinary words: masking it would make texts unreadable. */
const minSecretLength = 4;

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

/** Masks the secrets in a text. */
export type Mask = (text: string) => string;

/** `redact` for several texts. */
export function redactor(secrets: readonly string[]): Mask {
  const known = [...new Set(secrets)].filter(({ length }) => length >= minSecretLength);
  if (known.length === 0) return (text) => text;
  const finds = secretSearch(known);
  return (text) => {
    if (!finds(text)) return text;
    const masked = replaceEach(text, [...new Set(known.flatMap(encodingsOf))]);
    if (!finds(masked)) return masked;
    const withoutStrings = withholdStrings(masked, finds);
    return finds(withoutStrings) ? mask : withoutStrings;
  };
}

/**
 * `redact` for the beginning of a text, at most about `longest` UTF-16 code units of it, so that a long text costs no more than is
 * shown. What could be the beginning of a secret that was cut is left out.
 */
export function redactBeginning(text: string, mask: Mask, longest: number): string {
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

/** Says whether a text contains one of the secrets, decoded and without white space, or ends with the beginning of one. */
function secretSearch(secrets: readonly string[]): (text: string) => boolean {
  const beginnings = secrets.map((secret) => secret.slice(0, maxComparedLength).toWellFormed());
  const spelled = beginnings.flatMap((secret) => [decoded(secret), hexadecimal(secret), ...base64Of(secret)]);
  const needles = new Set(
    spelled.map((text) => {
      const needle = withoutSpace(text);
      return needle.length < minSecretLength ? text.toLowerCase() : needle.slice(0, maxComparedLength);
    }),
  );
  // What is before a secret can make an escape of its first characters.
  const unencoded = beginnings.flatMap((secret) => [secret, hexadecimal(secret)]);
  return (text) => {
    if (unencoded.some((secret) => text.includes(secret))) return true;
    const plain = decodeText(text);
    if (plain === undefined) return true;
    const searched = [plain.toLowerCase(), withoutSpace(plain)];
    const ends = endsOf(text);
    return [...needles].some(
      (needle) => searched.some((each) => each.includes(needle)) || ends.some((end) => isCutIn(end, needle)),
    );
  };
}

/** What a text ends with, also without what may be a part of an escape. */
function endsOf(text: string): readonly string[] {
  const plain = decodeText(text.slice(-longestSpelling)) ?? '';
  const cuts = [...plain.slice(-maxCutEscape).matchAll(/[\\%&\ufffd]/g)].map(({ index }) => index);
  const start = Math.max(0, plain.length - maxCutEscape);
  return [plain.length, ...cuts.map((index) => start + index)].map((end) =>
    withoutSpace(plain.slice(Math.max(0, end - 2 * maxComparedLength), end)).slice(-maxComparedLength),
  );
}

/** Whether a text ends with the beginning of a secret. */
function isCutIn(end: string, secret: string): boolean {
  const at = end.indexOf(secret.slice(0, minCutLength));
  return at >= 0 && secret.startsWith(end.slice(at));
}

/** A secret can contain what looks like an escape. */
function decoded(secret: string): string {
  return decodeText(secret) ?? secret;
}

/**
 * In form-encoded text, a plus sign is a space. Backslashes that stay escape quotes in other languages, and UTF-16 that is read as
 * UTF-8 has zero bytes.
 */
function withoutSpace(text: string): string {
  return text.replace(/[\s+\\\0]+/g, '').toLowerCase();
}

/** Replaces the JSON strings in which a secret is found; a text that isn't valid JSON as a whole. */
function withholdStrings(text: string, finds: (text: string) => boolean): string {
  // In other text, a quote may be part of the secret.
  if (!/^\s*[{["]/.test(text) || parseJson(text) === undefined) return mask;
  let shown = '';
  let copied = 0;
  for (let start = text.indexOf('"'); start >= 0; start = text.indexOf('"', copied)) {
    const end = endOfString(text, start) ?? text.length;
    shown +=
      text.slice(copied, start) +
      (finds(text.slice(start + 1, end - 1)) ? `"${mask}"` : text.slice(start, end));
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

/** RFC 4648: the secret alone, and the parts of it that are the same in any longer text. */
function base64Of(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const parts = [0, 1, 2].map((before) => {
    const encoded = unpadded(Buffer.concat([Buffer.alloc(before), bytes]));
    const endsWithin = ((before + bytes.length) * 8) % 6 !== 0;
    return encoded.slice(before === 0 ? 0 : before + 1, endsWithin ? -1 : undefined);
  });
  const all = [unpadded(bytes), ...parts.filter(({ length }) => length >= minBase64Length)];
  return [...all, ...all.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))];
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

/** In UTF-16 code units. Much more than is shown, as `plainText` removes some. */
const longestRead = 16 * 1024;

/** A server's text as one line to show: without secrets and what can't be printed, at most `longest` characters. */
export function safeText(text: string, secrets: readonly string[] | Mask, longest?: number): string {
  if (text === '') return '';
  const mask = typeof secrets === 'function' ? secrets : redactor(secrets);
  const line = plainText(redactBeginning(text, mask, longestRead), longestRead);
  // A secret with spaces may have been written with line breaks instead.
  return plainText(mask(line), longest);
}

/** A URL for people: without a user name, a password, a query, and a fragment, which can be secrets. */
export function shownUrl(url: URL, secrets: readonly string[] | Mask): string {
  return safeText(`${url.protocol}//${url.host}${url.pathname}`, secrets);
}
