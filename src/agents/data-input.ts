import { describeInferenceFailure } from '../app/messages/inference-failure.ts';
import { searchedData } from '../app/searched-data.ts';
import type { SearchedFiles } from '../app/searched-files.ts';
import type { DataFile, FailedFile, ReadFiles } from '../inference/infer-sources.ts';
import { noteChoices, noteOption } from '../inference/notes.ts';
import { findWithoutCells, readReading } from '../inference/reading-options.ts';
import type { NoteHint } from '../inference/report/report.ts';
import type { ReadingChoices } from '../inference/source.ts';
import type { DataEntry } from '../project/data-entry.ts';
import { failure, type Result, success } from '../result.ts';
import { printable } from '../text/printable.ts';
import type { inputSchemas } from './definitions.ts';
import { describeFileFailure, type FileFailure, type ToolResult, toolFailure } from './failure.ts';
import type { InputOf } from './input-schema.ts';
import type { DataPort, FoundData, ListedFiles } from './ports.ts';

/** What tools that read data files take: the files, and how to read them. */
type DataInput = Omit<InputOf<typeof inputSchemas.dataset_infer>, 'name' | 'merge' | 'decimalType'>;

/** Further skipped files are not listed. */
const maxSkipped = 10;

/** Finds the data files of a call, and reads what it says about reading them. */
export async function readDataInput(
  { files, ...options }: DataInput,
  data: DataPort,
): Promise<Result<{ readonly found: FoundData; readonly reading: ReadingChoices }, ToolResult>> {
  const { reading, mistakes } = readReading(options);
  if (mistakes.length > 0) return failure(toolFailure({ kind: 'wrong-arguments', arguments: mistakes }));
  const found = await findData(files, data);
  if (!found.ok) return failure(toolFailure(aboutData(found.failure)));
  const withoutCells = findWithoutCells(
    reading.range,
    found.value.files.map(({ label }) => label),
  );
  if (withoutCells === undefined) return success({ found: found.value, reading });
  const problem = `It is for Excel workbooks, and ${printable(withoutCells)} is not one.`;
  return failure(toolFailure({ kind: 'wrong-arguments', arguments: [{ property: 'range', problem }] }));
}

/** The advice about files that are not found is another one for data files than for datasets. */
function aboutData(reason: FileFailure): FileFailure {
  if (reason.kind === 'not-found') return { ...reason, kind: 'data-not-found' };
  return reason.kind === 'no-match' ? { ...reason, kind: 'no-data' } : reason;
}

/** The data files that paths, folders, and globs name. */
async function findData(files: readonly string[], data: DataPort): Promise<Result<FoundData, FileFailure>> {
  const found = await data.find(files);
  if (!found.ok) return found;
  const [first] = found.value.skipped;
  if (found.value.files.length > 0) return found;
  return failure(first ? { kind: 'unreadable', ...first } : { kind: 'no-match', files });
}

/** For a result: what was skipped, if anything was. `leftOut`: files that only look like schemas. */
export function skippedData(
  found: FoundData,
  leftOut: readonly FailedFile[] = [],
): Readonly<Record<string, unknown>> {
  const left = leftOut.map(({ file, failure }) => ({ file, details: describeInferenceFailure(failure) }));
  const skipped = [...found.skipped, ...left];
  return skipped.length > 0 ? { skipped: skipped.slice(0, maxSkipped) } : {};
}

/** Finds the files of a host that paths, folders, and globs name. `searched`: which of those count that nobody names. */
export type FindFiles = (
  patterns: readonly string[],
  searched: SearchedFiles,
) => Promise<Result<ListedFiles, FileFailure>>;

/** Data files of a host. `openProjects`: for one call, what says what the project file has for a file. What only a glob names is skipped if it may not be read, such as a link that leads elsewhere. */
export function dataPort(
  read: ReadFiles,
  find: FindFiles,
  open: (file: string) => Promise<Result<DataFile, FileFailure>>,
  openProjects: () => (file: string) => Promise<Result<DataEntry | undefined, FileFailure>>,
): DataPort {
  return {
    read,
    find: async (patterns) => {
      const found = await find(patterns, searchedData);
      if (!found.ok) return found;
      const opened: DataFile[] = [];
      const entries = new Map<string, DataEntry>();
      const entryOf = openProjects();
      const skipped = [...found.value.unreadable];
      for (const file of found.value.files) {
        const result = await open(file);
        const isFound = !patterns.includes(file);
        if (result.ok) {
          const entry = await entryOf(file);
          if (!entry.ok) return entry;
          if (entry.value) entries.set(file, entry.value);
          opened.push({ ...result.value, isFound, reading: entry.value?.reading });
        } else if (!isFound) return result;
        else skipped.push({ file, details: describeFileFailure(result.failure) });
      }
      return success({ files: opened, skipped, entries });
    },
  };
}

/** For a result: which files are read as the project file says. */
export function entriesNote({ entries = new Map() }: FoundData): string | undefined {
  const named = [...entries].filter(([, { reading }]) => Object.keys(reading).length > 0);
  if (named.length === 0) return undefined;
  const files = named.slice(0, maxSkipped).map(([file]) => JSON.stringify(file));
  const more = named.length > files.length ? `, and ${named.length - files.length} more` : '';
  return `Read as an entry of \`data\` in the project file says: ${files.join(', ')}${more}.`;
}

/** The input that reads the data of a note in another way, as a sentence after a space; empty if there is none. */
export const inputHint: NoteHint = (note) => {
  const named = noteOption(note);
  if (named !== undefined) return ` To change it, pass ${named}.`;
  const choices = noteChoices(note).map((choice) => JSON.stringify(choice));
  return choices.length === 0 ? '' : ` To change it, pass ${choices.join(' or ')}.`;
};
