import { decodeText } from '../../bytes/encoding.ts';
import { joinNames } from '../../head/joined-names.ts';
import type { KnownNames } from '../../head/known-names.ts';
import { rowsAboveNext } from '../../head/next-table.ts';
import { type ColumnRange, tablesSideBySide } from '../../head/side-by-side.ts';
import { TableHead, type TableLayout } from '../../head/table-head.ts';
import { limits } from '../../inference-limits.ts';
import type { ReadingChoices } from '../../source.ts';
import { dataKinds } from '../../values/kinds.ts';
import { byte, countLines, type Dialect, type Field, isLineBreak } from './dialect.ts';
import { type HeadRecord, readRecords } from './head-record.ts';
import { type HeadReading, headRows } from './head-rows.ts';
import { cellBytes } from './header-cells.ts';

/** In the order of preference where all else is equal. */
const delimiters = [byte.comma, byte.semicolon, byte.tab, byte.bar, byte.unitSeparator];

export interface DetectedDialect extends Dialect, TableLayout {
  /** Whether lines that begin with `#` are comments. */
  readonly hasComments: boolean;
  /** Columns of the table. */
  readonly width: number;
  /** The bytes of the last record of the header. */
  readonly headerRecord: Uint8Array | undefined;
  /** Where another table begins without a blank row above it. */
  readonly tableEnd: number | undefined;
  /** Those of the table, if there are others beside it. */
  readonly columns: ColumnRange | undefined;
  /** The lines of the tables beside it, as far as the head has them. */
  readonly beside: readonly { readonly first: number; readonly last: number }[];
  /** The first few records before the table, with their lines from 1, without the line breaks around them. */
  readonly title: readonly { readonly line: number; readonly text: Uint8Array }[];
  /** The cells of the header for each column. */
  readonly names: readonly (Uint8Array | undefined)[];
  /** The line of the table's first record, from 1. */
  readonly firstLine: number;
  /** Where the rows start: after Excel's line `sep=;`, the title, and the header. */
  readonly rowsStart: number;
  readonly hasRecord: boolean;
  /** Whether the head has at least one complete record, whatever the dialect, and another one below it. */
  readonly isDecided: boolean;
}

/** What else is known about the records at the start of a file. */
export interface HeadInput extends Omit<HeadReading, 'dialect'> {
  /** The names by which the header is known. */
  readonly known?: KnownNames | undefined;
  /** Whether the table starts with the first record. */
  readonly isStart?: boolean;
  /** Whether the file's name says that tabs are the delimiters. */
  readonly isNamedTabbed?: boolean;
  /** How a table above it in the same file is written, as this one is. */
  readonly above?: DetectedDialect;
}

/**
 * Decides by the complete records at the start of a file how it is written, and where its table is. `isLast`: the head is the
 * whole file.
 */
export function detectDialect(
  head: Uint8Array,
  isLast: boolean,
  { delimiter: given, header }: Pick<ReadingChoices, 'delimiter' | 'header'> = {},
  input: HeadInput = {},
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

  const candidate = (dialect: Dialect) => {
    const { records: all, isUnclosed } = readRecords(body, isLast, dialect);
    const { records, hasComments } = withoutComments(all, upper?.hasComments);
    const whole = { ...dialect, hasComments };
    const rows = headRows(body, records, { dialect: whole, nulls: input.nulls });
    // Another table says nothing about the layout of the first one.
    const above = header === false || input.isStart ? undefined : rowsAboveNext(rows);
    const isStacked = above !== undefined && !records[above]?.isAfterBlank;
    const tableEnd = isStacked ? start + (records[above]?.start ?? 0) : undefined;
    const kept = rows.slice(0, above);
    const [part, ...beside] = header === undefined && !input.isStart ? tablesSideBySide(kept) : [];
    const found = {
      body,
      records: part ? part.places.flatMap((place) => records[place] ?? []) : records.slice(0, above),
      head: new TableHead(part?.rows ?? kept),
      tableEnd,
      columns: part?.columns,
      beside: beside.map(({ places }) => ({
        first: lineOf(head, start + (records[places[0] ?? 0]?.start ?? 0)),
        last: lineOf(head, start + (records[places.at(-1) ?? 0]?.start ?? 0)),
      })),
    };
    return judge(found, layoutOf(found, dialect, header, input), isUnclosed, whole);
  };
  const judged = escapes.flatMap((quoteEscape) =>
    candidates.map((delimiter) => candidate({ delimiter, quoteEscape })),
  );
  const usual = judged.reduce((found, candidate) => (isBetter(candidate, found) ? candidate : found));
  const tabbed =
    chosen === undefined
      ? judged.find((each) => isSurelyTabbed(each, usual, input.isNamedTabbed))
      : undefined;
  const mayBeSpaced = chosen === undefined && body[0] === byte.quote && !makesSense(usual);
  const best =
    (mayBeSpaced
      ? escapes.map((quoteEscape) => candidate({ delimiter: byte.space, quoteEscape })).find(isSurelySpaced)
      : undefined) ??
    tabbed ??
    usual;
  const isOneColumn = chosen === undefined && best.isOneColumn && best.records.length > 0;
  const { quoteEscape } = best.dialect;
  const found = isOneColumn ? oneColumn(body, isLast, header, input, quoteEscape) : best;
  const { layout, records } = found;
  const { first, headerRows } = layout;
  const endOf = (index: number) => start + (records[index]?.next ?? 0);
  const names = namesOf(found, first, first + headerRows - 1, best.dialect);
  const last = headerRows > 0 ? records[first + headerRows - 1] : undefined;
  return {
    ...layout,
    delimiter: isOneColumn ? undefined : best.dialect.delimiter,
    quoteEscape,
    hasComments: !isOneColumn && best.dialect.hasComments,
    title: records
      .slice(0, Math.min(first, limits.listedRows))

      .map((record, index) => titleLine(head, start + record.start, endOf(index))),
    names: layout.header === 'unnamed-first' ? [undefined, ...names] : names,
    firstLine: 1 + countLines(head, 0, start + (records[first]?.fields[0]?.start ?? 0)),
    rowsStart: endOf(first + headerRows - 1),
    headerRecord: areDifferent(names)
      ? last && body.slice(last.start, last.next - lineBreakBefore(body, last.next))
      : undefined,
    tableEnd: found.tableEnd,
    columns: found.columns,
    beside: found.beside,
    hasRecord: records.length > 0,
    isDecided: judged.every((each) => each.records.length > 0) && records.length > 1,
  };
}

function escapesIn(body: Uint8Array): readonly Dialect['quoteEscape'][] {
  const escapes: Dialect['quoteEscape'][] = hasEscapedQuote(body) ? ['doubled', 'backslash'] : ['doubled'];
  return body.includes(byte.singleQuote) ? [...escapes, 'single'] : escapes;
}

function oneColumn(
  body: Uint8Array,
  isLast: boolean,
  header: boolean | undefined,
  input: HeadInput,
  quoteEscape: Dialect['quoteEscape'],
) {
  const dialect = { delimiter: undefined, quoteEscape };
  const { records } = readRecords(body, isLast, dialect);
  const head = new TableHead(headRows(body, records, { dialect, nulls: input.nulls }));
  const found = { body, records, head, tableEnd: undefined, columns: undefined, beside: [] };
  return { ...found, layout: layoutOf(found, dialect, header, { ...input, isStart: true }) };
}

/** Records at the start of a text, and what the finder of tables knows of them. */
interface FoundRecords extends Pick<DetectedDialect, 'columns' | 'beside'> {
  readonly body: Uint8Array;
  readonly records: readonly HeadRecord[];
  readonly head: TableHead;
  readonly tableEnd: number | undefined;
}

function layoutOf(found: FoundRecords, dialect: Dialect, header: boolean | undefined, input: HeadInput) {
  const { records, head } = found;
  const layout = head.layout({
    header,
    isStart: input.isStart,
    ...(dialect.delimiter === byte.space && { leastUnnamed: 2 }),
    known: input.known,
    *namesOf(first, last) {
      yield namesOf(found, first, last, dialect).map((cell) => (cell ? decodeText(cell) : ''));
    },
  });
  const { first, header: kind, headerRows } = layout;
  const isWhole = kind === 'names' || kind === 'like-data';
  const width = isWhole ? records[first + headerRows - 1]?.fields.length : undefined;
  return { ...layout, width: width ?? usualWidth(records) };
}

/** The names that the records from one to another give to columns. */
function namesOf({ body, records }: FoundRecords, first: number, last: number, dialect: Dialect) {
  const cells = records
    .slice(first, last + 1)
    .map(({ fields }) => fields.map((field) => cellBytes(body, field, dialect)));
  return joinNames(cells, records[last]?.fields.length ?? 0);
}

/** The number of fields that most records have, without those that are empty in all; those of a title come first. */
function usualWidth(records: readonly HeadRecord[]): number {
  const counts = new Map<number, number>();
  for (const { fields } of records.slice(Math.floor(records.length / 2)))
    counts.set(fields.length, (counts.get(fields.length) ?? 0) + 1);
  const own = records[0]?.fields.length ?? 0;
  let usual = own;
  for (const [width, count] of counts) if (count > (counts.get(usual) ?? 0)) usual = width;
  const filled = records.reduce((most, record) => Math.max(most, record.filled), 0);
  return Math.max(Math.min(usual, filled), Math.min(own, usual));
}

/** Where names are the same, records that equal them may be data. */
function areDifferent(names: readonly (Uint8Array | undefined)[]): boolean {
  const texts = names.flatMap((name) => (name?.length ? decodeText(name) : []));
  return texts.length > 1 && new Set(texts).size === texts.length;
}

function lineBreakBefore(bytes: Uint8Array, end: number): number {
  if (!isLineBreak(bytes[end - 1])) return 0;
  return bytes[end - 1] === byte.lineFeed && bytes[end - 2] === byte.carriageReturn ? 2 : 1;
}

/** The line that begins at a byte, from 1. */
function lineOf(bytes: Uint8Array, start: number): number {
  return 1 + countLines(bytes, 0, start);
}

function titleLine(bytes: Uint8Array, from: number, to: number): DetectedDialect['title'][number] {
  let start = from;
  let end = to;
  while (start < end && isLineBreak(bytes[start])) start++;
  while (end > start && isLineBreak(bytes[end - 1])) end--;
  return { line: 1 + countLines(bytes, 0, start), text: bytes.slice(start, end) };
}

interface Candidate extends FoundRecords {
  readonly dialect: Dialect & { readonly hasComments: boolean };
  readonly layout: ReturnType<typeof layoutOf>;
  readonly isOneColumn: boolean;
  /** The first record of the table, if it has several names, which is no title by any other delimiter. */
  readonly names: HeadRecord | undefined;
  /** Whether most records have malformed fields. */
  readonly isMostlyMalformed: boolean;
  /** Fields with text after their closing quote, and quotes that are never closed. */
  readonly malformed: number;
  /** The share of records with as many fields as the first one of the table. */
  readonly steadiness: number;
  /** How good it is, the most important number first. */
  readonly ranks: readonly number[];
  /** Whether all records below the first have single quotes, and all are alike. */
  readonly areSingleQuoted: boolean;
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
  const start = names.fields[0]?.start;
  return records.find(({ fields }) => fields[0]?.start === start)?.fields.length === 1;
}

/**
 * Whether tabs are the delimiters though another one fits, too: the file's name says so, or each record has as many of them,
 * and not beside the other delimiters.
 */
function isSurelyTabbed(tabbed: Candidate, usual: Candidate, isNamed = false): boolean {
  const { delimiter, quoteEscape } = tabbed.dialect;
  if (
    delimiter !== byte.tab ||
    quoteEscape !== usual.dialect.quoteEscape ||
    usual.dialect.delimiter === delimiter
  )
    return false;
  if (tabbed.isOneColumn || tabbed.malformed > 0 || tabbed.records.length < 2) return false;
  if (isNamed) return tabbed.steadiness >= 0.9;
  const isBesideOther = ({ start, end }: Field) =>
    tabbed.body[start] === usual.dialect.delimiter || tabbed.body[end - 1] === usual.dialect.delimiter;
  return tabbed.steadiness === 1 && !tabbed.records.some(({ fields }) => fields.some(isBesideOther));
}

/** Not if it has one column, or text after a closing quote in each record. */
function makesSense({ isOneColumn, malformed, records }: Candidate): boolean {
  return !isOneColumn && malformed < records.length;
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

/** Without comments among the records, if all others are of the same width. `areComments`: whatever their widths. */
function withoutComments(all: readonly HeadRecord[], areComments = false) {
  const width = all.at(-1)?.fields.length;
  const second = 1 + all.findIndex((record) => record.fields.length === width && !record.isComment);
  const rows = all.slice(second);
  const comments = new Set(rows.filter(({ isComment }) => isComment));
  const hasComments =
    areComments ||
    (comments.size * 2 < rows.length &&
      [...comments].some(({ fields }) => fields.length !== width) &&
      rows.every((record) => comments.has(record) || record.fields.length === width));
  return { hasComments, records: hasComments ? all.filter((record) => !comments.has(record)) : all };
}

function judge(
  found: FoundRecords,
  layout: Candidate['layout'],
  isUnclosed: boolean,
  dialect: Candidate['dialect'],
): Candidate {
  const { first, width } = layout;
  const { head, body } = found;
  const records = found.records.slice(first);
  const columns = records[Math.max(0, layout.headerRows - 1)]?.fields.length ?? 0;
  const fields = records.flatMap((record) => record.fields);
  const count = (matches: (field: Field) => boolean) => fields.filter(matches).length;
  const spaced = count(({ isSpaced }) => isSpaced);
  const typed = records.flatMap((_, index) => head.cells(first + index)).filter((kinds) => kinds & dataKinds);
  const severalFields = records.filter((record) => record.fields.length > 1).length;
  // A title is not a part of the table, which is less sure then.
  const steadiness =
    records.filter(({ fields, filled }) => fields.length >= width && filled <= width).length /
    (found.records.length || 1);
  const malformed = count((field) => field.isMalformed) + (isUnclosed ? 1 : 0);
  const isMostlyMalformed = malformed * 2 > records.length;
  return {
    ...found,
    dialect,
    layout,
    // Ragged records have more than one field; a text of one column has a delimiter now and then.
    isOneColumn: (columns <= 1 && width <= 1) || severalFields * 2 < records.length,
    names:
      (steadiness >= 0.5 || areShortBelow(records)) && spaced * 4 < records.length && head.areNamesOnly(first)
        ? records[0]
        : undefined,
    isMostlyMalformed,
    malformed,
    steadiness,
    ranks: [
      isMostlyMalformed ? 0 : 1,
      steadiness,
      -malformed,
      // A comma followed by a space is mostly one within a text.
      -spaced / (fields.length || 1),
      typed.length / (fields.length || 1),
      columns,
    ],
    areSingleQuoted:
      dialect.quoteEscape === 'single' &&
      columns > 1 &&
      records.length > 1 &&
      steadiness === 1 &&
      malformed === 0 &&
      records.slice(1).every((record) => record.fields.some(({ isQuoted }) => isQuoted)) &&
      count(({ start, isQuoted }) => !isQuoted && body[start] === byte.quote) === 0,
  };
}

/** Whether the records below the first have several fields, but for a last one, and none has more than it. */
function areShortBelow([first, ...others]: readonly HeadRecord[]): boolean {
  const widths = others.map(({ fields }) => fields.length);
  return widths.every((width) => width <= (first?.fields.length ?? 0)) && !widths.slice(0, -1).includes(1);
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

function hasEscapedQuote(head: Uint8Array): boolean {
  for (let i = head.indexOf(byte.backslash); i >= 0; i = head.indexOf(byte.backslash, i + 1))
    if (head[i + 1] === byte.quote && !isLineBreak(head[i + 2])) return true;
  return false;
}
