/** A file of delimited text, and how it is written. */
export interface GeneratedFile {
  readonly name: string;
  readonly text: string;
  readonly delimiter: string;
  readonly hasHeader: boolean;
  /** The kind of values of each column. */
  readonly kinds: readonly ValueKind[];
}

export type ValueKind = keyof typeof values;

type Random = (below: number) => number;

const pad = (number: number) => String(number).padStart(2, '0');
const date = (random: Random) => `20${pad(random(30))}-${pad(1 + random(12))}-${pad(1 + random(28))}`;
const time = (random: Random) => `${pad(random(24))}:${pad(random(60))}:${pad(random(60))}`;
const words = ['Ann', 'Bob', 'naïve', '日本', 'New York', 'a b c', "O'Neil", 'x-1', '#7'];
const pick = <T>(list: readonly T[], random: Random) => list[random(list.length)] as T;

/** Values by their kind. Each is one that both we and DuckDB have an opinion about. */
export const values = {
  integer: (random: Random) => String(random(2000) - 1000),
  /** In quotes, whatever else is. */
  quotedInteger: (random: Random) => String(random(2000)),
  bigInteger: (random: Random) => `9${random(10)}23372036854775808${random(10)}`,
  leadingZero: (random: Random) => `0${1 + random(9)}${random(10)}`,
  plusSign: (random: Random) => `+${1 + random(100)}`,
  fraction: (random: Random) => `${random(2000) - 1000}.${pad(random(100))}`,
  exponent: (random: Random) => `${random(10)}.${random(10)}e${random(20) - 10}`,
  decimalComma: (random: Random) => `${random(1000)},${pad(random(100))}`,
  bareExponent: (random: Random) => `${1 + random(9)}e${random(5)}`,
  boolean: (random: Random) => pick(['true', 'false', 'True', 'FALSE'], random),
  zeroOne: (random: Random) => String(random(2)),
  yesNo: (random: Random) => pick(['yes', 'no'], random),
  date,
  dateTime: (random: Random) => `${date(random)} ${time(random)}`,
  rfcDateTime: (random: Random) => `${date(random)}T${time(random)}Z`,
  time,
  slashDate: (random: Random) => `${pad(1 + random(12))}/${pad(1 + random(12))}/20${pad(random(30))}`,
  word: (random: Random) => pick(words, random),
  sentence: (random: Random) =>
    pick(['a, b', 'x; y | z', 'tab\there', 'say ""hi""', 'two\nlines', 'plain', 'end,'], random),
  mixed: (random: Random) => pick(['5', '2.5', 'n/a', '2024-01-01'], random),
  empty: () => '',
} as const;

const kinds = Object.keys(values) as readonly ValueKind[];
const delimiters = [',', ';', '\t', '|', '\u001f'];
const quotings = ['needed', 'all', 'texts'] as const;
const lineBreaks = ['\n', '\r\n', '\r'];

/** The file of a number: the same each time. All dialects occur in turn, values at random. */
export function generateFile(number: number): GeneratedFile {
  const random = seededRandom(number);
  const delimiter = delimiters[number % 5] as string;
  const quoting = quotings[Math.floor(number / 5) % 3] as (typeof quotings)[number];
  const lineBreak = lineBreaks[Math.floor(number / 15) % 3] as string;
  const hasHeader = Math.floor(number / 45) % 4 !== 3;
  const chosen = Array.from({ length: 2 + random(6) }, () => pick(kinds, random));
  // A file that can be told from text, and an anchor for the header.
  chosen.unshift('integer');
  const emptyShare = random(3) * 10;
  const rows = Array.from({ length: 20 + random(200) }, () =>
    chosen.map((kind, index) => (index > 0 && random(100) < emptyShare ? '' : values[kind](random))),
  );
  const lines = rows.map((row) =>
    row
      .map((value, index) => quote(value, chosen[index] as ValueKind, quoting, delimiter))
      .join(delimiter)
      // DuckDB gives up where line breaks are mixed, be it in quotes.
      .replaceAll('\n', lineBreak),
  );
  const names = chosen.map((kind, index) => (quoting === 'all' ? `"${kind} ${index}"` : `${kind} ${index}`));
  if (hasHeader) lines.unshift(names.join(delimiter));
  const mark = random(4) === 0 ? '\ufeff' : '';
  const end = random(3) === 0 ? '' : lineBreak;
  return {
    name: `${number}-${quoting}.csv`,
    text: mark + lines.join(lineBreak) + end,
    delimiter,
    hasHeader,
    kinds: chosen,
  };
}

/** `value` has its quotes doubled already. */
function quote(
  value: string,
  kind: ValueKind,
  quoting: (typeof quotings)[number],
  delimiter: string,
): string {
  const isNeeded = value.includes(delimiter) || /["\n\r]/.test(value);
  const isText = kind === 'word' || kind === 'sentence' || kind === 'mixed';
  return isNeeded || kind === 'quotedInteger' || quoting === 'all' || (quoting === 'texts' && isText)
    ? `"${value}"`
    : value;
}

/** Mulberry32. */
function seededRandom(seed: number): Random {
  let state = (seed + 1) * 0x9e3779b9;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below);
  };
}
