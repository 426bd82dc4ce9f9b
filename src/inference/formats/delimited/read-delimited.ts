import { ByteWindow } from '../../bytes/byte-window.ts';
import { valueText } from '../../bytes/encoding.ts';
import type { FormatInput, ProfiledTable } from '../../data-format.ts';
import { isLarger } from '../../head/several-tables.ts';
import { checkRecordLength, InferenceError } from '../../inference-error.ts';
import { limits } from '../../inference-limits.ts';
import { FirstFew, type TableNote } from '../../notes.ts';
import type { ReadingChoices } from '../../source.ts';
import { type DetectedDialect, detectDialect } from './detect-dialect.ts';
import { byte, isLineBreak } from './dialect.ts';
import type { HeadInput } from './dialect-candidate.ts';
import { readTextTable, type TextTable } from './text-table.ts';

/** Units of work for each byte of the records by which the beginning of another table is found. */
const workOfTable = 100;

/** Reads delimited text: the largest of several tables below each other, or the one that begins where the user says. */
export async function readDelimited(input: FormatInput): Promise<readonly ProfiledTable[]> {
  const { chunks, choices, nulls, knownNames, leastStep, checkpoint } = input;
  const window = new ByteWindow(chunks, checkpoint, leastStep);
  const { headerRow, skip = headerRow === undefined ? 0 : headerRow - 1, header } = choices;
  await skipLines(window, skip);
  const isStart = skip > 0 || headerRow !== undefined;
  const isNamedTabbed = /\.(?:tsv|tab)(?:\.gz)?$/i.test(input.source.name);
  const head = { nulls, known: knownNames(undefined), isNamedTabbed };
  const hasNames = headerRow === undefined ? header : true;
  const first = await readDialect(window, { ...choices, header: hasNames }, { ...head, isStart });
  let found = await readTextTable(window, first, skip, input);
  let largest = found;
  const others = new FirstFew<TablePlace>();
  for (const { first: top, last } of first.beside)
    others.add({ first: skip + top, last: skip + last, hasHeader: false });
  while (found.next !== undefined) {
    checkpoint.budget.work(workOfTable * found.next);
    const dialect = await readDialect(window, choices, { ...head, above: found.dialect }, found.next);
    found = await readTextTable(window, dialect, found.linesRead, input);
    const isLargest = !isStart && isLarger(sizeOf(found), sizeOf(largest));
    const smaller = isLargest ? largest : found;
    others.add({ ...smaller.lines, hasHeader: smaller.dialect.header !== 'none' });
    if (isLargest) largest = found;
  }
  const { table } = largest;
  return [{ ...table, notes: [...table.notes, ...otherTables(others)] }];
}

function sizeOf({ table: { rows = 0, columns } }: TextTable) {
  return { rows, columns: columns.length };
}

/** The lines of a table that is not read. */
interface TablePlace {
  readonly first: number;
  readonly last: number;
  readonly hasHeader: boolean;
}

function otherTables({ count, items }: FirstFew<TablePlace>): readonly TableNote[] {
  if (count === 0) return [];
  const tables = [...items].sort((a, b) => a.first - b.first);
  const ranges = tables.map(({ first, last }) => `${first}-${last}`);
  const headerRows = tables.flatMap(({ first, hasHeader }) => (hasHeader ? [first] : []));
  const [first] = tables;
  return [{ kind: 'other-tables', count, ranges, headerRows, ...(first && { line: first.first }) }];
}

/** Moves the window behind so many lines, whatever is in them. */
async function skipLines(window: ByteWindow, count: number): Promise<void> {
  for (let line = 0; line < count; ) {
    const { bytes, start, end, isLast } = window;
    let i = start;
    while (i < end && !isLineBreak(bytes[i])) i++;
    // A line feed may follow.
    if (i + 1 < end || isLast) {
      window.start = Math.min(
        end,
        bytes[i] === byte.carriageReturn && bytes[i + 1] === byte.lineFeed ? i + 2 : i + 1,
      );
      line++;
    } else {
      checkRecordLength(i - start, 0);
      await window.more();
    }
  }
}

/** Decides by the start of the window; by more of it where the first record is longer, as the header of a wide table. */
async function readDialect(
  window: ByteWindow,
  choices: ReadingChoices,
  input: HeadInput,
  least: number = limits.headBytes,
): Promise<DetectedDialect> {
  for (let length = least; ; length *= 2) {
    await window.atLeast(length);
    const head = window.bytes.subarray(window.start, Math.min(window.end, window.start + length));
    const isWhole = window.isLast && window.end - window.start <= length;
    const dialect = detectDialect(head, isWhole, choices, input);
    if (!dialect.isDecided && !isWhole && length < limits.recordBytes) continue;
    if (dialect.hasRecord) return dialect;
    if (!isWhole) throw new InferenceError({ kind: 'record-too-long', row: 0 });
    const delimiter = dialect.delimiter === undefined ? '' : String.fromCharCode(dialect.delimiter);
    const text = valueText(head.subarray(dialect.rowsStart)).replaceAll(delimiter, '').replaceAll('""', '');
    const isBlank = text.trim() === '';
    throw new InferenceError(isBlank ? { kind: 'no-record' } : { kind: 'unclosed-quote', row: 0 });
  }
}
