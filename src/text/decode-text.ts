/** More rounds than any server escapes a text. */
const maxRounds = 8;

/** Escapes of JSON (RFC 8259, section 7), JavaScript, HTML, and URLs. */
const escapes =
  /\\u([\da-f]{4})|\\x([\da-f]{2})|\\(["'\\/bfnrt])|&#(\d{1,16});|&#x([\da-f]{1,16});|&(amp|lt|gt|quot|apos);|((?:%[\da-f]{2})+)/gi;

const shortEscapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** A text without its escapes, also nested and mixed ones; undefined if they are nested deeper than servers write. Linear time. */
export function decodeText(text: string): string | undefined {
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
  byte?: string,
  short?: string,
  decimal?: string,
  hexadecimal?: string,
  name?: string,
  percentBytes?: string,
): string {
  if (short !== undefined) return shortEscapes[short] ?? short;
  if (name !== undefined) return entities[name.toLowerCase()] ?? written;
  if (percentBytes !== undefined) return Buffer.from(percentBytes.replaceAll('%', ''), 'hex').toString();
  const code =
    decimal === undefined ? Number.parseInt(unit ?? byte ?? hexadecimal ?? '', 16) : Number(decimal);
  return code <= 0x10ffff ? String.fromCodePoint(code) : written;
}
