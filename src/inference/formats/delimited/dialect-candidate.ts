import type { HeaderKnowledge } from '../../head/table-finder.ts';
import { findTable, type TableStart } from '../../head/table-start.ts';
import { dataKinds } from '../../values/kinds.ts';
import { type HeadReading, headRows, type RecordRow } from './delimited-head.ts';
import { byte, type Dialect, type Field } from './dialect.ts';
import { type HeadRecord, readRecords } from './head-record.ts';

/** What else is known about the records at the start of a file. */
export interface HeadInput extends Omit<HeadReading, 'dialect'>, Omit<HeaderKnowledge, 'leastUnnamed'> {
  /** Whether the file's name says that tabs are the delimiters. */
  readonly isNamedTabbed?: boolean;
  /** How a table above it in the same file is written, as this one is. */
  readonly above?: CommentedDialect;
}

interface CommentedDialect extends Dialect {
  /** Whether lines that begin with `#` are comments. */
  readonly hasComments: boolean;
}

/** How a file may be written, and what its table is then. */
export interface Candidate {
  readonly body: Uint8Array;
  readonly dialect: CommentedDialect;
  /** Those of the table, and above it. */
  readonly records: readonly HeadRecord[];
  readonly start: TableStart<RecordRow>;
  /** Columns of the table. */
  readonly width: number;
  /** Where another table begins without a blank row above it. */
  readonly tableEnd: number | undefined;
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

/** Reads the complete records at the start of a text. `isLast`: `body` is all of it. */
export function readCandidate(
  body: Uint8Array,
  isLast: boolean,
  plain: Dialect,
  { header, known, isStart = false, nulls, above: upper }: HeadInput,
): Candidate {
  const { records: all, isUnclosed } = readRecords(body, isLast, plain);
  const { records: kept, hasComments } = withoutComments(all, upper?.hasComments);
  const dialect = { ...plain, hasComments };
  const rows = headRows(body, kept, { dialect, nulls });
  const leastUnnamed = plain.delimiter === byte.space ? 2 : undefined;
  const start = findTable(rows, { header, isStart, leastUnnamed, known });
  const records = start.rows.map(({ record }) => record);
  const below = start.end === undefined ? undefined : rows[start.end];
  const isWhole = start.header === 'names' || start.header === 'like-data';
  const width = isWhole ? start.named.at(-1)?.fields : undefined;
  return {
    body,
    dialect,
    records,
    start,
    tableEnd: below?.isAfterBlank ? undefined : below?.number,
    ...judge(body, records, start, width ?? usualWidth(records), dialect, isUnclosed),
  };
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
  body: Uint8Array,
  all: readonly HeadRecord[],
  { first, headerRows, finder }: TableStart<unknown>,
  width: number,
  { quoteEscape }: Dialect,
  isUnclosed: boolean,
) {
  const records = all.slice(first);
  const columns = records[Math.max(0, headerRows - 1)]?.fields.length ?? 0;
  const fields = records.flatMap((record) => record.fields);
  const count = (matches: (field: Field) => boolean) => fields.filter(matches).length;
  const spaced = count(({ isSpaced }) => isSpaced);
  const typed = records
    .flatMap((_, index) => finder.cells(first + index))
    .filter((kinds) => kinds & dataKinds);
  const severalFields = records.filter((record) => record.fields.length > 1).length;
  // A title is not a part of the table, which is less sure then.
  const steadiness =
    records.filter(({ fields, filled }) => fields.length >= width && filled <= width).length /
    (all.length || 1);
  const malformed = count((field) => field.isMalformed) + (isUnclosed ? 1 : 0);
  const isMostlyMalformed = malformed * 2 > records.length;
  return {
    width,
    // Ragged records have more than one field; a text of one column has a delimiter now and then.
    isOneColumn: (columns <= 1 && width <= 1) || severalFields * 2 < records.length,
    names:
      (steadiness >= 0.5 || areShortBelow(records)) &&
      spaced * 4 < records.length &&
      finder.areNamesOnly(first)
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
      quoteEscape === 'single' &&
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
