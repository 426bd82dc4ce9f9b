import type { KnownNames } from '../../columns/known-names.ts';
import { limits } from '../../inference-limits.ts';
import type { ReadingChoices } from '../../source.ts';
import { classify } from '../../values/classify.ts';
import { IsoDateReader } from '../../values/iso-date.ts';
import { dataKinds } from '../../values/kinds.ts';
import type { NullTexts } from '../../values/null-texts.ts';
import { byte, countLines, type Dialect, isLineBreak, readRecord } from './dialect.ts';
import { NextTableFinder } from './next-table.ts';
import { type HeadRecord, HeadRecords, isComment, type TableLayout } from './table-layout.ts';

/** In the order of preference where all else is equal. */
const delimiters = [byte.comma, byte.semicolon, byte.tab, byte.bar, byte.unitSeparator];

export interface DetectedDialect extends Dialect, TableLayout {
  /** Whether lines that begin with `#` are comments. */
  readonly hasComments: boolean;
  /** The first few records before the table, with their lines from 1, without the line breaks around them. */
  readonly title: readonly { readonly line: number; readonly text: Uint8Array }[];
  /** Where the table starts: after Excel's line `sep=;`, and after the title. */
  readonly start: number;
  /** Whether the head has at least one complete record, whatever the dialect, and another one below it. */
  readonly isDecided: boolean;
}

/** What else is known about the records at the start of a file. */
export interface HeadInput {
  readonly nulls?: NullTexts;
  /** The names by which its header is known. */
  readonly known?: KnownNames | undefined;
  /** Whether the table starts with the first record. */
  readonly isStart?: boolean;
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
    const { records, hasComments } = withoutComments(body, all, upper?.hasComments);
    const whole = { ...dialect, hasComments };
    const layoutOf = (records: readonly HeadRecord[]) => {
      const head = new HeadRecords(body, records, dialect, input);
      return { head, records, layout: head.layout(header, input.isStart ?? false) };
    };
    const first = layoutOf(records);
    // Another table says nothing about the layout of the first one.
    const above = new NextTableFinder(whole, input.nulls).aboveNext(body, isLast, records);
    const found = above && header !== false ? layoutOf(above) : first;
    return judge(body, found.records, isUnclosed, found.head, found.layout, whole);
  };
  const judged = escapes.flatMap((quoteEscape) =>
    candidates.map((delimiter) => candidate({ delimiter, quoteEscape })),
  );
  const usual = judged.reduce((found, candidate) => (isBetter(candidate, found) ? candidate : found));
  const mayBeSpaced = chosen === undefined && body[0] === byte.quote && !makesSense(usual);
  const best =
    (mayBeSpaced
      ? escapes.map((quoteEscape) => candidate({ delimiter: byte.space, quoteEscape })).find(isSurelySpaced)
      : undefined) ?? usual;
  const isOneColumn = chosen === undefined && best.isOneColumn;
  const layout = isOneColumn ? oneColumn(body, isLast, header, input) : best;
  return {
    ...layout.layout,
    delimiter: isOneColumn ? undefined : best.dialect.delimiter,
    quoteEscape: best.dialect.quoteEscape,
    hasComments: !isOneColumn && best.dialect.hasComments,
    title: layout.records
      .slice(0, Math.min(layout.layout.first, limits.listedRows))
      .map(({ next }, index) =>
        titleLine(head, start + (layout.records[index - 1]?.next ?? 0), start + next),
      ),
    start: start + (layout.layout.first === 0 ? 0 : (layout.records[layout.layout.first - 1]?.next ?? 0)),
    isDecided: judged.every(({ records }) => records.length > 0) && layout.records.length > 1,
  };
}

function escapesIn(body: Uint8Array): readonly Dialect['quoteEscape'][] {
  const escapes: Dialect['quoteEscape'][] = hasEscapedQuote(body) ? ['doubled', 'backslash'] : ['doubled'];
  return body.includes(byte.singleQuote) ? [...escapes, 'single'] : escapes;
}

function oneColumn(body: Uint8Array, isLast: boolean, header: boolean | undefined, input: HeadInput) {
  const dialect = { delimiter: undefined, quoteEscape: 'doubled' } as const;
  const { records } = readRecords(body, isLast, dialect);
  return { records, layout: new HeadRecords(body, records, dialect, input).layout(header, true) };
}

function titleLine(bytes: Uint8Array, from: number, to: number): DetectedDialect['title'][number] {
  let start = from;
  let end = to;
  while (start < end && isLineBreak(bytes[start])) start++;
  while (end > start && isLineBreak(bytes[end - 1])) end--;
  return { line: 1 + countLines(bytes, 0, start), text: bytes.slice(start, end) };
}

interface Candidate {
  readonly dialect: Dialect & { readonly hasComments: boolean };
  readonly records: readonly HeadRecord[];
  readonly layout: TableLayout;
  readonly isOneColumn: boolean;
  /** The first record of the table, if it has several names, which is no title by any other delimiter. */
  readonly names: HeadRecord | undefined;
  /** Whether most records have malformed fields. */
  readonly isMostlyMalformed: boolean;
  /** Fields with text after their closing quote, and quotes that are never closed. */
  readonly malformed: number;
  /** The share of records with as many fields as the first one of the table. */
  readonly steadiness: number;
  /** The share of fields that start with a space: a comma followed by a space is mostly one within a text. */
  readonly spaced: number;
  /** The share of fields that read as numbers, dates or booleans. */
  readonly typed: number;
  readonly columns: number;
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
  for (const [mine, others] of [
    [Number(isTitleInOther(candidate, best)), Number(isTitleInOther(best, candidate))],
    [Number(best.isMostlyMalformed), Number(candidate.isMostlyMalformed)],
    [candidate.steadiness, best.steadiness],
    [-candidate.malformed, -best.malformed],
    [-candidate.spaced, -best.spaced],
    [candidate.typed, best.typed],
    [candidate.columns, best.columns],
  ] as const)
    if (mine !== others) return mine > others;
  return false;
}

/** Whether the names of a table would be one text by another delimiter. */
function isTitleInOther({ names, isMostlyMalformed }: Candidate, { records }: Candidate): boolean {
  if (names === undefined || isMostlyMalformed) return false;
  const start = names.fields[0]?.start;
  return records.find(({ fields }) => fields[0]?.start === start)?.fields.length === 1;
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
function withoutComments(body: Uint8Array, all: readonly HeadRecord[], areComments = false) {
  const width = all.at(-1)?.fields.length;
  const second = 1 + all.findIndex((record) => record.fields.length === width && !isComment(body, record));
  const rows = all.slice(second);
  const comments = new Set(rows.filter((record) => isComment(body, record)));
  const hasComments =
    areComments ||
    (comments.size * 2 < rows.length &&
      [...comments].some(({ fields }) => fields.length !== width) &&
      rows.every((record) => comments.has(record) || record.fields.length === width));
  return { hasComments, records: hasComments ? all.filter((record) => !comments.has(record)) : all };
}

function judge(
  head: Uint8Array,
  all: readonly HeadRecord[],
  isUnclosed: boolean,
  headRecords: HeadRecords,
  layout: TableLayout,
  dialect: Candidate['dialect'],
): Candidate {
  const records = all.slice(layout.first);
  const columns = records[Math.max(0, layout.headerRecords - 1)]?.fields.length ?? 0;
  const fields = records.flatMap((record) => record.fields);
  const dates = new IsoDateReader();
  const count = (matches: (field: (typeof fields)[number]) => boolean) => fields.filter(matches).length;
  const severalFields = records.filter((record) => record.fields.length > 1).length;
  const isComma = dialect.delimiter === byte.comma;
  const usual = layout.width;
  // A title is not a part of the table, which is less sure then.
  const steadiness =
    records.filter((_, index) => headRecords.isFull(layout.first + index, usual)).length / (all.length || 1);
  const malformed = count((field) => field.isMalformed) + (isUnclosed ? 1 : 0);
  return {
    dialect,
    records: all,
    layout,
    // Ragged records have more than one field; a text of one column has a delimiter now and then.
    isOneColumn: (columns <= 1 && layout.width <= 1) || severalFields * 2 < records.length,
    names:
      (steadiness >= 0.5 || headRecords.areShortBelow(layout.first)) &&
      count(({ isSpaced }) => isSpaced) * 4 < records.length &&
      headRecords.areNamesOnly(layout.first)
        ? records[0]
        : undefined,
    isMostlyMalformed: malformed * 2 > records.length,
    malformed,
    steadiness,
    spaced: count((field) => field.isSpaced) / (fields.length || 1),
    typed:
      count(
        ({ start, end }) => end > start && (classify(head, start, end, isComma, dates) & dataKinds) !== 0,
      ) / (fields.length || 1),
    columns,
    areSingleQuoted:
      dialect.quoteEscape === 'single' &&
      columns > 1 &&
      records.length > 1 &&
      steadiness === 1 &&
      malformed === 0 &&
      records.slice(1).every((record) => record.fields.some(({ isQuoted }) => isQuoted)) &&
      count(({ start, isQuoted }) => !isQuoted && head[start] === byte.quote) === 0,
  };
}

function readRecords(head: Uint8Array, isLast: boolean, dialect: Dialect) {
  const records: HeadRecord[] = [];
  let isAfterBlank = false;
  for (let start = 0; start < head.length; ) {
    const record = readRecord(head, start, head.length, dialect, isLast);
    if (record === undefined) break;
    if (record === 'unclosed-quote') return { records, isUnclosed: true };
    if (!record.isBlank) records.push({ ...record, isAfterBlank });
    isAfterBlank = record.isBlank;
    // It isn't complete, and neither a table by this delimiter nor worth reading on.
    if (record.fields.length > limits.columns) break;
    start = record.next;
  }
  return { records, isUnclosed: false };
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
