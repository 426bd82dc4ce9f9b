import type { ColumnRange } from '../../head/head-row.ts';
import { areDifferentNames } from '../../head/header-names.ts';
import type { TableLayout } from '../../head/table-finder.ts';
import type { ReadingChoices } from '../../source.ts';
import { byte, countLines, type Dialect, type Field, isLineBreak } from './dialect.ts';
import { type Candidate, type HeadInput, readCandidate } from './dialect-candidate.ts';

/** In the order of preference where all else is equal. */
const delimiters = [byte.comma, byte.semicolon, byte.tab, byte.bar, byte.unitSeparator];

export interface DetectedDialect extends TableLayout, Dialect {
  /** Its columns, if there are other tables beside it. */
  readonly own: ColumnRange | undefined;
  /** Where another table begins without a blank line above it. */
  readonly tableEnd: number | undefined;
  /** Whether lines that begin with `#` are comments. */
  readonly hasComments: boolean;
  /** Columns of the table. */
  readonly width: number;
  /** The bytes of the last record of the header, if its names are different: otherwise records that equal it may be data. */
  readonly headerRecord: Uint8Array | undefined;
  /** The lines of the tables beside it, as far as the head has them. */
  readonly beside: readonly { readonly first: number; readonly last: number }[];
  /** The records before the table, with their lines from 1. */
  readonly title: readonly { readonly line: number; readonly text: Uint8Array }[];
  /** The names that the header gives to columns; empty for one that it lacks. */
  readonly names: readonly string[];
  /** The line of the table's first record, from 1. */
  readonly firstLine: number;
  /** Where the rows start: after Excel's line `sep=;`, the title, and the header. */
  readonly rowsStart: number;
  readonly hasRecord: boolean;
  /** Whether the head has at least one complete record, whatever the dialect, and another one below it. */
  readonly isDecided: boolean;
}

/**
 * Decides by the complete records at the start of a file how it is written, and where its table is. `isLast`: the head is the
 * whole file.
 */
export function detectDialect(
  head: Uint8Array,
  isLast: boolean,
  { delimiter: given, header }: Pick<ReadingChoices, 'delimiter' | 'header'> = {},
  input: Omit<HeadInput, 'header'> = {},
): DetectedDialect {
  const { above: upper } = input;
  const named = upper ? undefined : separatorLine(head);
  const start = named?.length ?? 0;
  const body = head.subarray(start);
  const chosen = upper?.delimiter ?? given?.charCodeAt(0) ?? named?.delimiter;
  // Those that don't occur read alike: one is enough.
  const candidates =
    chosen === undefined ? delimiters.filter((each, index) => index === 0 || body.includes(each)) : [chosen];
  const escapes = upper ? [upper.quoteEscape] : escapesIn(body);

  const read = (delimiter: number, quoteEscape: Dialect['quoteEscape']) =>
    readCandidate(body, isLast, { delimiter, quoteEscape }, { ...input, header });
  const judged = escapes.flatMap((quoteEscape) =>
    candidates.map((delimiter) => read(delimiter, quoteEscape)),
  );
  let best = judged.reduce((found, candidate) => (isBetter(candidate, found) ? candidate : found));
  if (chosen === undefined) {
    const mayBeSpaced = body[0] === byte.quote && (best.isOneColumn || best.malformed >= best.records.length);
    const spaced = mayBeSpaced
      ? escapes.map((each) => read(byte.space, each)).find(isSurelySpaced)
      : undefined;
    best = spaced ?? judged.find((each) => isSurelyTabbed(each, best, input.isNamedTabbed)) ?? best;
    if (best.isOneColumn && best.records.length > 0) {
      const dialect = { ...best.dialect, delimiter: undefined };
      best = readCandidate(body, isLast, dialect, { ...input, header, isStart: true });
    }
  }

  const { records, dialect, width, tableEnd } = best;
  const { first, header: kind, headerRows, names, own, titles, beside } = best.start;
  const last = best.start.named.at(-1)?.record;
  const lineOf = (position = 0) => 1 + countLines(head, 0, start + position);
  return {
    first,
    header: kind,
    headerRows,
    ...dialect,
    width,
    own,
    names,
    title: titles.map(({ record }) => ({
      line: lineOf(record.start),
      text: body.slice(record.start, record.end),
    })),
    firstLine: lineOf(records[first]?.start),
    rowsStart: start + (records[first + headerRows - 1]?.next ?? 0),
    headerRecord:
      names.filter((name) => name !== '').length > 1 && areDifferentNames(names)
        ? last && body.slice(last.start, last.end)
        : undefined,
    tableEnd: tableEnd === undefined ? undefined : start + tableEnd,
    beside: beside.map(({ rows }) => ({ first: lineOf(rows[0]?.number), last: lineOf(rows.at(-1)?.number) })),
    hasRecord: records.length > 0,
    isDecided: judged.every((each) => each.records.length > 0) && records.length > 1,
  };
}

function escapesIn(body: Uint8Array): readonly Dialect['quoteEscape'][] {
  const escapes: Dialect['quoteEscape'][] = hasEscapedQuote(body) ? ['doubled', 'backslash'] : ['doubled'];
  return body.includes(byte.singleQuote) ? [...escapes, 'single'] : escapes;
}

function hasEscapedQuote(head: Uint8Array): boolean {
  for (let i = head.indexOf(byte.backslash); i >= 0; i = head.indexOf(byte.backslash, i + 1))
    if (head[i + 1] === byte.quote && !isLineBreak(head[i + 2])) return true;
  return false;
}

function isBetter(candidate: Candidate, best: Candidate): boolean {
  if (candidate.dialect.quoteEscape === 'single' && !candidate.areSingleQuoted) return false;
  if (candidate.dialect.quoteEscape !== best.dialect.quoteEscape) {
    if (candidate.areSingleQuoted) return true;
    // Quotes are doubled unless that makes no sense of the file.
    if (candidate.malformed !== best.malformed) return candidate.malformed < best.malformed;
    return candidate.isOneColumn === best.isOneColumn && candidate.steadiness > best.steadiness;
  }
  if (candidate.isOneColumn !== best.isOneColumn) return best.isOneColumn;
  const isTitle = isTitleInOther(candidate, best);
  if (isTitle !== isTitleInOther(best, candidate)) return isTitle;
  const rank = candidate.ranks.findIndex((mine, index) => mine !== best.ranks[index]);
  return (candidate.ranks[rank] ?? 0) > (best.ranks[rank] ?? 0);
}

/** Whether the names of a table would be one text by another delimiter. */
function isTitleInOther({ names, isMostlyMalformed }: Candidate, { records }: Candidate): boolean {
  if (names === undefined || isMostlyMalformed) return false;
  return records.find(({ start }) => start === names.start)?.fields.length === 1;
}

/**
 * Whether tabs are the delimiters though another one fits, too: the file's name says so, or each record has as many of them,
 * and not beside the other delimiters.
 */
function isSurelyTabbed(tabbed: Candidate, usual: Candidate, isNamed = false): boolean {
  const { delimiter, quoteEscape } = tabbed.dialect;
  const { dialect: other } = usual;
  if (delimiter !== byte.tab || quoteEscape !== other.quoteEscape || tabbed === usual) return false;
  if (tabbed.isOneColumn || tabbed.malformed > 0 || tabbed.records.length < 2) return false;
  if (isNamed) return tabbed.steadiness >= 0.9;
  const isBesideOther = ({ start, end }: Field) =>
    tabbed.body[start] === other.delimiter || tabbed.body[end - 1] === other.delimiter;
  return tabbed.steadiness === 1 && !tabbed.records.some(({ fields }) => fields.some(isBesideOther));
}

/**
 * Whether text is separated by spaces as no text of another kind is, such as sentences or logs: below several names in quotes,
 * all records have as many fields, or all have one more, and none is empty or goes on after its quote.
 */
function isSurelySpaced({ records, malformed }: Candidate): boolean {
  const [names, ...rows] = records;
  const width = rows[0]?.fields.length ?? 0;
  return (
    names !== undefined &&
    names.fields.length > 1 &&
    names.fields.every(({ isQuoted }) => isQuoted) &&
    (width === names.fields.length || width === names.fields.length + 1) &&
    rows.length > 1 &&
    malformed === 0 &&
    rows.every(
      ({ fields }) =>
        fields.length === width && fields.every(({ isQuoted, start, end }) => isQuoted || start < end),
    )
  );
}

/** Excel's first line, `sep=;` or `"sep=;"`. */
function separatorLine(
  head: Uint8Array,
): { readonly delimiter: number; readonly length: number } | undefined {
  const text = String.fromCharCode(...head.subarray(0, 10));
  const line = /^(?:sep=([^"\r\n])|"sep=([^"\r\n])")(\r\n|\r|\n|$)/i.exec(text);
  if (!line) return undefined;
  const delimiter = (line[1] ?? line[2] ?? '').charCodeAt(0);
  return delimiter < 0x80 ? { delimiter, length: line[0].length } : undefined;
}
