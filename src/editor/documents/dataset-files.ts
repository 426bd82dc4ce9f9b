import { RelativePattern, type Uri, workspace } from 'vscode';
import { hasDatasetName } from '../../dataset/dataset.ts';
import type { Settings } from '../studio/editor-settings.ts';
import { workspaceFiles } from '../studio/stored-files.ts';

/** The names that `hasDatasetName` knows, for VS Code's searches, which respect case on Linux. */
export const datasetGlob = `**/*.${inAnyCase('dataset')}.{${['json', 'yaml', 'yml'].map(inAnyCase).join(',')}}`;

/** The dataset files of a search, and those that their projects exclude. */
export interface FoundDatasets {
  readonly files: readonly Uri[];
  readonly excluded: readonly Uri[];
}

/**
 * Finds the dataset files in folders, those of the workspace by default, each once, and in the order of their paths. Respects each
 * folder's `files.exclude` and `search.exclude`, except for conditional patterns (`when`) in `search.exclude`, which `findFiles`
 * doesn't support.
 */
export async function findDatasetFiles(
  settings: Pick<Settings, 'judge'>,
  folders: readonly Uri[] = (workspace.workspaceFolders ?? []).map(({ uri }) => uri),
): Promise<FoundDatasets> {
  const found = await Promise.all(
    folders.map((folder) =>
      workspace.findFiles(new RelativePattern(folder, datasetGlob), excludePattern(folder)),
    ),
  );
  // One folder can contain another one.
  const uris = new Map(found.flat().map((uri) => [uri.toString(), uri]));
  return withoutExcluded(sortByPath([...uris.values()]), settings);
}

/** Files that nobody named, without those that their projects exclude. */
async function withoutExcluded(
  uris: readonly Uri[],
  settings: Pick<Settings, 'judge'>,
): Promise<FoundDatasets> {
  const files: Uri[] = [];
  const excluded: Uri[] = [];
  for (const uri of uris) ((await settings.judge(uri)).kind === 'excluded' ? excluded : files).push(uri);
  return { files, excluded };
}

/** The dataset files that a command acts on, each once. */
export interface SelectedDatasets extends FoundDatasets {
  /** Selected files that are not named like dataset files, and folders without any. */
  readonly others: readonly Uri[];
  readonly hasFolders: boolean;
}

/** Files, and the dataset files in folders. `areNamed`: whether each file is meant, whatever its name is, and its project says. */
export async function selectDatasetFiles(
  uris: readonly Uri[],
  areNamed: boolean,
  settings: Pick<Settings, 'judge'>,
): Promise<SelectedDatasets> {
  const files = new Map<string, Uri>();
  const excluded = new Map<string, Uri>();
  const others: Uri[] = [];
  let hasFolders = false;
  const find = async (uri: Uri): Promise<FoundDatasets> => {
    const isFolder = await workspaceFiles.isFolder(uri);
    hasFolders ||= isFolder;
    if (isFolder) return findDatasetFiles(settings, [uri]);
    if (areNamed) return { files: [uri], excluded: [] };
    return withoutExcluded(hasDatasetName(uri.path) ? [uri] : [], settings);
  };
  for (const uri of uris) {
    const found = await find(uri);
    for (const each of found.files) files.set(each.toString(), each);
    for (const each of found.excluded) excluded.set(each.toString(), each);
    if (found.files.length + found.excluded.length === 0) others.push(uri);
  }
  return { files: [...files.values()], excluded: [...excluded.values()], others, hasFolders };
}

/** 2 before 10. A collator of each comparison would take most of the time of a search. */
function sortByPath(uris: readonly Uri[]): readonly Uri[] {
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  return uris.toSorted((a, b) => compare(a.path, b.path));
}

function inAnyCase(text: string): string {
  return text.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

/** The `search.exclude` patterns as one glob. `undefined` if there are none; `findFiles` always applies `files.exclude`. */
function excludePattern(folder: Uri): string | undefined {
  const setting = workspace.getConfiguration('search', folder).get<Record<string, unknown>>('exclude');
  const patterns = Object.entries(setting ?? {}).flatMap(([pattern, value]) =>
    value === true ? [pattern] : [],
  );
  return patterns.length === 0 ? undefined : `{${patterns.join(',')}}`;
}
