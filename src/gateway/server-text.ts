/** Controls, format and bidirectional characters, others that show nothing, lone surrogates, line separators. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+/gu;

/** Terminal sequences (ECMA-48): what stands in them is no text either. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what it looks for.
const terminalSequence = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;

/**
 * Text from outside (a server, a file name) as one line for a person: without what moves a cursor, turns the
 * direction or can't be seen, and at most `longest` characters of it.
 */
export function plainText(text: string, longest = 500): string {
  // A generous cut first, so that a huge text costs no more than it shows.
  const line = text
    .slice(0, longest * 8)
    .replace(terminalSequence, ' ')
    .replace(unprintable, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...line];
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : line;
}

const mask = '•••';

/** Takes secrets out of a text, in the spellings that a server could give them back in. */
export function redact(text: string, secrets: readonly string[]): string {
  const spellings = new Set(secrets.filter((secret) => secret.length >= 4).flatMap(spellingsOf));
  // A longer spelling first: a shorter one may be a part of it.
  return [...spellings]
    .sort((a, b) => b.length - a.length)
    .reduce((redacted, spelling) => redacted.replaceAll(spelling, mask), text);
}

function spellingsOf(secret: string): string[] {
  const form = new URLSearchParams([['', secret]]).toString().slice(1);
  const percent = form.replaceAll('+', '%20');
  const json = JSON.stringify(secret).slice(1, -1);
  const base64 = Buffer.from(secret).toString('base64');
  return [
    secret,
    ...[form, percent].flatMap((text) => [text, text.replace(/%../g, (code) => code.toLowerCase())]),
    json,
    json.replaceAll('/', '\\/'),
    asciiJson(json, (code) => code),
    asciiJson(json, (code) => code.toUpperCase()),
    html(secret),
    base64,
    base64.replace(/=+$/, ''),
    Buffer.from(secret).toString('base64url'),
  ];
}

/** JSON as many servers write it: with everything beyond ASCII escaped, in small or in capital letters. */
function asciiJson(json: string, letters: (code: string) => string): string {
  return json.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${letters(unit.charCodeAt(0).toString(16).padStart(4, '0'))}`,
  );
}

function html(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&${htmlNames[character] ?? ''};`);
}

const htmlNames: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": '#39',
};

/**
 * The service's own words in an error response: what JSON calls an error's description, title or message
 * (RFC 6749, section 5.2; RFC 9457, section 3.1), or the text itself. Empty where there are none.
 */
export function reasonOf(body: string, secrets: readonly string[]): string {
  return plainText(redact(wordsOf(body), secrets));
}

function wordsOf(body: string): string {
  const value = parseJson(body);
  if (typeof value === 'string') return value;
  if (value === undefined) return /^\s*</.test(body) ? textOfMarkup(body) : body;
  return describe(value) ?? (Object.keys(value ?? {}).length > 0 ? body : '');
}

const wordProperties = ['error_description', 'detail', 'message', 'title', 'error', 'errors', 'reason'];

function describe(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || depth > 3) return undefined;
  if (Array.isArray(value))
    return value.map((item) => describe(item, depth + 1)).find((words) => words !== undefined);
  const properties = new Map(Object.entries(value).map(([key, item]) => [key.toLowerCase(), item]));
  return wordProperties
    .map((name) => describe(properties.get(name), depth + 1))
    .find((words) => words !== undefined && words !== '');
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textOfMarkup(markup: string): string {
  return markup
    .slice(0, 20_000)
    .replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<[^<>]*>/g, ' ');
}
