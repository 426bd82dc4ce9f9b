import { basename, resolve } from 'node:path';
import { searchedData } from '../../app/searched-data.ts';
import { InferenceThread } from '../../data-files/inference-thread.ts';
import type { DataFile, FilesProgress, ReadFiles } from '../../inference/infer-sources.ts';
import type { ReadingChoices } from '../../inference/source.ts';
import type { DataEntry } from '../../project/data-entry.ts';
import { plainText } from '../../text/plain-text.ts';
import type { CommandContext } from '../command.ts';
import { normalizedPath } from '../file-paths.ts';
import { Progress } from '../terminal.ts';
import { filesOfEntries } from './files-of-entries.ts';
import { namedFiles, type WantedFiles } from './named-files.ts';
import { refuseRange } from './reading-flags.ts';
import type { ReportedProjects } from './reported-projects.ts';

/** The data files of folders by their extensions, and what globs match except datasets. */
export const dataFiles: WantedFiles = {
  whatToName: 'Name the data files, such as orders.csv, or - for standard input.',
  nothingAt: 'No data file is found at',
  searched: searchedData,
  hasInput: true,
};

/**
 * The data files that arguments name, or else entries of the project file, and what reads them. Each is read as its entry says, unless
 * `reading` says another way. `inputName`: that of standard input.
 */
export async function openDataFiles(
  positionals: readonly string[],
  reading: ReadingChoices,
  { terminal, input }: Pick<CommandContext, 'terminal' | 'input'>,
  settings: ReportedProjects,
  inputName = 'stdin',
) {
  const named =
    positionals.length === 0
      ? await filesOfEntries(settings, terminal)
      : await namedFiles(positionals, dataFiles, terminal);
  const { files: paths, listed, unreadable } = named;
  const entries = new Map<string, DataEntry | undefined>();
  for (const path of paths) entries.set(path, path === '-' ? undefined : await settings.dataEntry(path));
  refuseRange(reading, paths);
  const thread = new InferenceThread();
  const progress = new Progress(terminal);
  const stream = paths.includes('-') ? input() : undefined;
  const read: ReadFiles = (files, options) => thread.read(files, options, stream);
  return {
    paths,
    unreadable,
    /** What the project file says of each path. */
    entries,
    files: paths.map((path): DataFile => {
      if (path === '-') return { kind: 'input', name: inputName, label: '-', path: '' };
      const isFound = listed.has(path);
      return {
        kind: 'disk',
        name: basename(path),
        label: normalizedPath(path),
        path: resolve(path),
        isFound,
        reading: entries.get(path)?.reading,
      };
    }),
    read,
    /** Shows how far a file is read, until `clear` is called. */
    onProgress: (read: FilesProgress) => progress.show(() => describeProgress(read)),
    clear: () => progress.clear(),
  };
}

function describeProgress({ label, size, bytes }: FilesProgress): string {
  const megabytes = Math.floor(bytes / 1_000_000);
  const all = size === undefined ? '' : ` of ${Math.ceil(size / 1_000_000)} MB`;
  return `Reading ${plainText(label, 60)}: ${megabytes} MB${all}`;
}
