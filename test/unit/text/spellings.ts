import fc from 'fast-check';

type Spell = (character: string) => string | undefined;

const hexOf = (code: number, length = 0) => code.toString(16).padStart(length, '0');
const codeOf = (character: string) => character.codePointAt(0) ?? 0;
const units = (character: string) =>
  Array.from({ length: character.length }, (_, i) => character.charCodeAt(i));
const percentOf = (character: string) =>
  Array.from(Buffer.from(character), (byte) => `%${hexOf(byte, 2)}`).join('');
const names: Readonly<Record<string, string>> = {
  '"': 'quot',
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  "'": 'apos',
};
const shortEscapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '/': '\\/',
  '\n': '\\n',
  '\t': '\\t',
};

/** The spellings of one character that decoders of JSON, HTML and URLs read as that character. */
export const spellings: Readonly<Record<string, Spell>> = {
  'as it is': (character) => character,
  'as JSON escape': (character) =>
    units(character)
      .map((unit) => `\\u${hexOf(unit, 4)}`)
      .join(''),
  'as JSON escape in capital letters': (character) =>
    units(character)
      .map((unit) => `\\u${hexOf(unit, 4).toUpperCase()}`)
      .join(''),
  'as short JSON escape': (character) => shortEscapes[character],
  'as decimal HTML reference': (character) => `&#${codeOf(character)};`,
  'as decimal HTML reference with zeros': (character) => `&#000${codeOf(character)};`,
  'as hexadecimal HTML reference': (character) => `&#x${hexOf(codeOf(character))};`,
  'as hexadecimal HTML reference in capital letters': (character) =>
    `&#X00${hexOf(codeOf(character)).toUpperCase()};`,
  'as HTML name': (character) => names[character] && `&${names[character]};`,
  'percent-encoded': (character) => percentOf(character).toUpperCase(),
  'percent-encoded in small letters': percentOf,
  'as in a form': (character) => (character === ' ' ? '+' : undefined),
};

/** What servers do to a whole text that is already escaped. */
export const layers: Readonly<Record<string, (text: string) => string>> = {
  none: (text) => text,
  'a JSON string': (text) => JSON.stringify(text).slice(1, -1),
  'a JSON string within ASCII': (text) =>
    text.replace(/[^\w ]/g, (character) => `\\u${hexOf(codeOf(character), 4)}`),
  HTML: (text) => text.replace(/[&<>"']/g, (character) => `&${names[character] ?? ''};`),
  'HTML numbers': (text) => text.replace(/[^\w ]/g, (character) => `&#${codeOf(character)};`),
  'a query': (text) => encodeURIComponent(text.replace(/\p{Cs}/gu, '')),
  'a query, each character': (text) => Array.from(text, percentOf).join(''),
};

const wrapped = (text: string, width: number, lineBreak: string) =>
  (text.match(new RegExp(`[^]{1,${width}}`, 'g')) ?? []).join(lineBreak);

/** What servers and tools do to a whole secret, which is not escaped any further. */
export const encodings: Readonly<Record<string, (secret: string) => string>> = {
  'hexadecimal digits': (secret) => Buffer.from(secret).toString('hex'),
  'hexadecimal digits in capital letters': (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
  Base64: (secret) => Buffer.from(secret).toString('base64'),
  'Base64 for URLs': (secret) => Buffer.from(secret).toString('base64url'),
  'Base64 in a query': (secret) => encodeURIComponent(Buffer.from(secret).toString('base64')),
  'Base64 in lines': (secret) => wrapped(Buffer.from(secret).toString('base64'), 8, '\r\n'),
  'Base64 in lines, in JSON': (secret) => wrapped(Buffer.from(secret).toString('base64'), 16, '\\n'),
  'a form': (secret) => new URLSearchParams([['', secret]]).toString().slice(1),
  'a query within a query': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  JSON: (secret) => JSON.stringify(secret).slice(1, -1),
  'JSON within JSON': (secret) => JSON.stringify(JSON.stringify(secret)).slice(3, -3),
  lines: (secret) => wrapped(secret, 5, '\n'),
  'folded lines': (secret) => wrapped(secret, 20, '\r\n\t'),
};

/** Secrets with characters that are escaped somewhere. */
export const secrets = fc
  .array(fc.constantFrom(...'+/=&"\\ <>\'%é€😀azAZ059-_.~#;u'), { minLength: 8, maxLength: 24 })
  .map((characters) => characters.join(''));

/** Secrets as people and generators make them, of any length that is masked. */
export const anySecret = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 4, maxLength: 200 }),
    fc.string({ unit: 'grapheme-ascii', minLength: 4, maxLength: 200 }),
    fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 32, maxLength: 32 }),
    fc.base64String({ minLength: 4, maxLength: 200 }),
    secrets,
    secrets.map((secret) => `${secret.slice(0, 4)}\r\n${secret.slice(4)}`),
  )
  // A lone surrogate can't be sent.
  .filter((secret) => secret.length >= 4 && !/\p{Cs}/u.test(secret));

/** Each character has its own spelling, and then the whole text is escaped again. */
const escapedSecrets = fc
  .tuple(
    secrets,
    fc.array(fc.constantFrom(...Object.values(spellings)), { minLength: 24, maxLength: 24 }),
    fc.constantFrom(...Object.keys(layers)),
  )
  .map(([secret, ways, layer]) => {
    const inner = Array.from(secret, (character, index) => ways[index]?.(character) ?? character).join('');
    return { secret, layer, spelled: layers[layer]?.(inner) ?? inner };
  });

const encodedSecrets = fc
  .tuple(secrets, fc.constantFrom(...Object.keys(encodings)))
  .map(([secret, layer]) => ({ secret, layer, spelled: encodings[layer]?.(secret) ?? secret }));

/** A secret and a text that decodes to it. */
export const spelledSecrets = fc.oneof(escapedSecrets, encodedSecrets);

/** All texts that a reader could decode from this one by hand. */
export function* decodings(text: string, depth = 3): Generator<string> {
  yield text;
  if (depth === 0) return;
  const decoded = [
    text.replace(/\\u([\da-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
    text
      .replace(/\\(["\\/])/g, '$1')
      .replaceAll('\\n', '\n')
      .replaceAll('\\t', '\t'),
    text.replace(/&#(?:x([\da-f]+)|(\d+));?/gi, (_, hexadecimal, decimal) =>
      String.fromCodePoint(Number.parseInt(hexadecimal ?? decimal, hexadecimal ? 16 : 10)),
    ),
    text.replace(/&(\w+);/g, (all, name) => Object.keys(names).find((key) => names[key] === name) ?? all),
    text.replace(/(?:%[\da-f]{2})+/gi, (codes) => Buffer.from(codes.replaceAll('%', ''), 'hex').toString()),
    text.replace(/(?:[\da-f]{2}){4,}/gi, (digits) => Buffer.from(digits, 'hex').toString()),
    text.replace(/[\w+/-]{8,}/g, (encoded) => Buffer.from(encoded, 'base64').toString()),
    text.replace(/[\r\n][\r\n\t ]*/g, ''),
  ];
  for (const next of new Set(decoded)) if (next !== text) yield* decodings(next, depth - 1);
}
