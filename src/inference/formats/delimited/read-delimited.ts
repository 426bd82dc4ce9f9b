import { ByteWindow } from '../../bytes/byte-window.ts';
import { valueText } from '../../bytes/encoding.ts';
import type { FormatInput, ProfiledTable } from '../../data-format.ts';
import { LargestTable } from '../../head/largest-table.ts';
import { chosenStart } from '../../head/table-start.ts';
import { checkRecordLength, InferenceError } from '../../inference-error.ts';
import { limits } from '../../inference-limits.ts';
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
  const { skip, header, isStart } = chosenStart(choices);
  await skipLines(window, skip);
  const isNamedTabbed = /\.(?:tsv|tab)(?:\.gz)?$/i.test(input.source.name);
  const head = { nulls, known: knownNames(undefined), isNamedTabbed };
  const first = await readDialect(window, { ...choices, header }, { ...head, isStart });
  const largest = new LargestTable<TextTable>(isStart);
  let found = await readTextTable(window, first, skip, input);
  largest.add(found);
  for (const { first: top, last } of first.beside)
    largest.addBeside(skip + top, skip + last, { left: 0, right: 0 });
  while (found.next !== undefined) {
    checkpoint.budget.work(workOfTable * found.next);
    const dialect = await readDialect(window, choices, { ...head, above: found.dialect }, found.next);
    found = await readTextTable(window, dialect, found.linesRead, input);
    largest.add(found);
  }
  const { table } = largest.found ?? found;
  return [{ ...table, notes: [...table.notes, ...largest.notes('lines')] }];
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
