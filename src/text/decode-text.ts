import { endOfString } from './indent-json.ts';

/** More rounds than any server escapes a text. */
const maxRounds = 8;

/**
 * Escapes of JSON (RFC 8259, section 7), JavaScript, Python, HTML, and URLs. A character reference without a semicolon is left
 * until what follows is decoded, which may be a digit.
 */
const escapes =
  /\\u([\da-fA-F]{4})|\\(?:u\{([\da-fA-F]{1,6})\}|U([\da-fA-F]{8}))|((?:\\x[\da-fA-F]{2})+)|\\(["'\\/bfnrtv])|&#([xX]?[\da-fA-F]{1,16})(?:;|(?![\da-fA-F&%\\]))|&([a-zA-Z][a-zA-Z\d]{1,11});|&(amp|lt|gt|quot|AMP|LT|GT|QUOT)|%[uU]([\da-fA-F]{4})|((?:%[\da-fA-F]{2})+)/g;

const shortEscapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** HTML's names of characters that servers escape, each followed by its character: ASCII punctuation. */
const punctuation =
  'Tab \t NewLine \n excl ! quot " QUOT " num # dollar $ percnt % amp & AMP & apos \' lpar ( rpar ) ast * plus + comma , period . ' +
  'sol / colon : semi ; lt < LT < equals = gt > GT > quest ? commat @ lsqb [ lbrack [ bsol \\ rsqb ] rbrack ] Hat ^ lowbar _ ' +
  'grave ` lcub { lbrace { verbar | vert | rcub } rbrace }';

/** The names of U+00A0 to U+00FF, in order: HTML 4.01, section 24.2. */
const latin1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute ' +
  'micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig ' +
  'Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash ' +
  'Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc ' +
  'euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml ' +
  'yacute thorn yuml';

const entities: ReadonlyMap<string, string> = new Map([
  ...pairs(punctuation.split(' ')),
  ...latin1.split(' ').map((name, index) => [name, String.fromCharCode(0xa0 + index)] as const),
]);

function* pairs(items: readonly string[]): Iterable<readonly [string, string]> {
  for (let at = 0; at < items.length; at += 2) yield [items[at] ?? '', items[at + 1] ?? ''];
}

/** A text without its escapes, also nested and mixed ones; undefined if they are nested deeper than servers write. Linear time. */
export function decodeText(text: string): string | undefined {
  if (!/[\\%&]/.test(text)) return text;
  let decoded = text;
  for (let round = 0; round < maxRounds; round++) {
    const next = decoded.replace(escapes, decodeEscape);
    if (next === decoded) return decoded;
    decoded = next;
  }
  return undefined;
}

function decodeEscape(
  written: string,
  unit?: string,
  braced?: string,
  long?: string,
  bytes?: string,
  short?: string,
  reference?: string,
  name?: string,
  bareName?: string,
  percentUnit?: string,
  percentBytes?: string,
): string {
  const hexadecimal = unit ?? percentUnit;
  if (hexadecimal !== undefined) return String.fromCharCode(Number.parseInt(hexadecimal, 16));
  const point = braced ?? long;
  if (point !== undefined) return characterOf(written, Number.parseInt(point, 16));
  if (short !== undefined) return shortEscapes[short] ?? short;
  if (reference !== undefined) {
    const code = /^x/i.test(reference) ? Number.parseInt(reference.slice(1), 16) : Number(reference);
    return characterOf(written, code);
  }
  const hexBytes = bytes ?? percentBytes;
  if (hexBytes !== undefined) return textOf(Buffer.from(hexBytes.replace(/%|\\x/g, ''), 'hex'));
  const known = name ?? bareName ?? '';
  return entities.get(known) ?? entities.get(known.toLowerCase()) ?? written;
}

/**
 * Other readings of a text: without line breaks, which can be within an escape; the string values of JSON, one after the other;
 * without tags; and with a backslash and digits as a character, as in CSS (`\2b`), or as a byte in octal (`\053`).
 */
export function otherReadings(text: string): readonly string[] {
  const joined = [
    ...(/[\r\n]/.test(text) ? [text.replace(/[\r\n][\r\n\t ]*/g, '')] : []),
    ...(text.includes('"') ? [stringValues(text)] : []),
    ...(text.includes('<') ? [text.replace(/<[^<>]*>/g, '')] : []),
  ];
  if (!/\\[\da-f]/i.test(text)) return joined;
  const unescaped = text.replace(/\\+/g, '\\');
  return [
    ...joined,
    unescaped.replace(/\\([\da-f]{1,6}) ?/gi, (written, digits) =>
      characterOf(written, Number.parseInt(digits, 16)),
    ),
    unescaped.replace(/(?:\\[0-7]{1,3})+/g, (written) =>
      textOf(
        Buffer.from(
          written
            .slice(1)
            .split('\\')
            .map((digits) => Number.parseInt(digits, 8)),
        ),
      ),
    ),
  ];
}

function characterOf(written: string, code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : written;
}

/** Bytes of UTF-8, or else characters of ISO 8859-1. */
function textOf(bytes: Buffer): string {
  const text = bytes.toString();
  return text.includes('\ufffd') ? bytes.toString('latin1') : text;
}

// Not in the loop, where each evaluation would make an object.
const space = /\s/;
const escapedName = /\\"\s*:/;

/** Without the names of properties, which are between the parts of a text that is split. Also of JSON in a string of JSON. */
function stringValues(json: string): string {
  let values = '';
  for (let start = json.indexOf('"'); start >= 0; ) {
    const end = endOfString(json, start) ?? json.length + 1;
    let next = end;
    while (space.test(json.charAt(next))) next++;
    if (json.charAt(next) !== ':') {
      const value = json.slice(start + 1, end - 1);
      values += escapedName.test(value) ? stringValues(value.replace(/\\(["\\])/g, '$1')) : value;
    }
    start = json.indexOf('"', end);
  }
  return values;
}
