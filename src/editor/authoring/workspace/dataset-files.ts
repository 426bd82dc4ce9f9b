import { type CancellationToken, RelativePattern, type Uri, workspace } from 'vscode';

/** The files that are datasets by their names, as the languages in package.json are. */
export const datasetGlob = '**/*.dataset.{json,yaml,yml}';

/**
 * The dataset files of all workspace folders. `files.exclude` and `search.exclude` of each folder are honoured;
 * of `search.exclude`, only patterns that are simply on, as the search for files knows no conditions.
 */
export async function findDatasetFiles(token: CancellationToken): Promise<Uri[]> {
  const folders = workspace.workspaceFolders ?? [];
  const found = await Promise.all(
    folders.map((folder) =>
      workspace.findFiles(new RelativePattern(folder, datasetGlob), excludes(folder.uri), undefined, token),
    ),
  );
  // A folder may lie within another one.
  const files = new Map(found.flat().map((uri) => [uri.toString(), uri]));
  return [...files.values()];
}

/** A pattern for what a search leaves out; `undefined` for what `files.exclude` says, which counts in any case. */
function excludes(folder: Uri): string | undefined {
  const setting = workspace.getConfiguration('search', folder).get<Record<string, unknown>>('exclude');
  const patterns = Object.entries(setting ?? {}).flatMap(([pattern, on]) => (on === true ? [pattern] : []));
  return patterns.length === 0 ? undefined : `{${patterns.join(',')}}`;
}
