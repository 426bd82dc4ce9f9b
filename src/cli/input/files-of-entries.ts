import { join, relative, resolve } from 'node:path';
import { searchedData } from '../../app/searched-data.ts';
import type { DataEntry } from '../../project/data-entry.ts';
import { patternFor } from '../../project/data-pattern.ts';
import { repositoryRoots } from '../../system/repository-root.ts';
import { plainText } from '../../text/plain-text.ts';
import { normalizedPath } from '../file-paths.ts';
import { note, type Terminal, UsageError } from '../terminal.ts';
import { type NamedFiles, namedFiles } from './named-files.ts';
import type { ReportedProjects } from './reported-projects.ts';

/**
 * The files in the repository, or else in the current folder, that entries of project files name. An entry without a file is a
 * warning. Throws a `UsageError` if there are no entries, or no files.
 */
export async function filesOfEntries(settings: ReportedProjects, terminal: Terminal): Promise<NamedFiles> {
  const here = resolve('any');
  const { project } = await settings.judge(here);
  const entries = project?.dataEntries ?? [];
  if (entries.length === 0)
    throw new UsageError(
      `Name the data files and their dataset, such as orders.csv --dataset sales.dataset.json, or write once in dataset-studio.json which data belongs to which table: ${exampleEntry('orders-01.csv')}`,
    );
  const root = repositoryRoots()(here) ?? resolve('');
  const wanted = {
    whatToName: '',
    nothingAt: 'No data file was found at',
    searched: {
      ...searchedData,
      inFolder: (files: readonly string[]) => files.filter(searchedData.isWanted),
    },
    hasInput: false,
  };
  const named = await namedFiles([relative('', root) || '.'], wanted, terminal);
  const found = new Set<string>();
  const isNamed = async (path: string) => {
    const entry = await settings.dataEntry(path);
    if (entry !== undefined) found.add(placeOf(entry));
    return entry !== undefined;
  };
  const files: string[] = [];
  for (const file of named.files) if (await isNamed(file)) files.push(file);
  const unreadable: NamedFiles['unreadable'][number][] = [];
  // A link that no entry names is none of ours.
  for (const each of named.unreadable) if (!each.isLink || (await isNamed(each.path))) unreadable.push(each);
  for (const entry of entries.filter((each) => !found.has(placeOf(each))))
    note(terminal, `${describePlace(entry)}: No data file was found for ${patternsOf(entry)}.\n`);
  if (files.length + unreadable.length === 0)
    throw new UsageError(
      'No data file was found for any entry of the project file. Check the patterns in "files".',
    );
  return { ...named, files, unreadable };
}

/** How a file that no entry names can be checked. */
export function describeMissingEntry(path: string): string {
  if (path === '-') return 'Name the dataset with --dataset, such as --dataset sales.dataset.json.';
  return `The project file does not say which dataset ${plainText(normalizedPath(path))} belongs to. Name it with --dataset, or add to dataset-studio.json: ${exampleEntry(path)}`;
}

function exampleEntry(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const entry = { files: [patternFor(name)], dataset: 'DATASET.dataset.json', table: 'TABLE' };
  return `${plainText(`"data": ${JSON.stringify([entry])}`, 300)}, with the names of your dataset and table`;
}

/** Where an entry is, for people and editors. */
export function describePlace({ home: { file, range } }: Pick<DataEntry, 'home'>): string {
  const { line, character } = range.start;
  return `${plainText(relative('', file))}:${line + 1}:${character + 1}`;
}

function placeOf({ home: { file, index } }: DataEntry): string {
  return join(file, String(index));
}

function patternsOf({ files }: DataEntry): string {
  return plainText(JSON.stringify(files).slice(1, -1), 200) || '"files", which is empty';
}
