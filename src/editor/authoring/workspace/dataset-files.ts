import { type CancellationToken, RelativePattern, type Uri, workspace } from 'vscode';

/** Matches the same file names as the languages in package.json. */
export const datasetGlob = '**/*.dataset.{json,yaml,yml}';

/**
 * Finds the dataset files of all workspace folders. Respects each folder's `files.exclude` and `search.exclude`, except
 * for conditional patterns (`when`) in `search.exclude`, which `findFiles` doesn't support.
 */
export async function findDatasetFiles(token: CancellationToken): Promise<Uri[]> {
  const folders = workspace.workspaceFolders ?? [];
  const found = await Promise.all(
    folders.map((folder) =>
      workspace.findFiles(
        new RelativePattern(folder, datasetGlob),
        excludePattern(folder.uri),
        undefined,
        token,
      ),
    ),
  );
  // One workspace folder can contain another one.
  const files = new Map(found.flat().map((uri) => [uri.toString(), uri]));
  return [...files.values()];
}

/** The `search.exclude` patterns as one glob. `undefined` if there are none; `findFiles` always applies `files.exclude`. */
function excludePattern(folder: Uri): string | undefined {
  const setting = workspace.getConfiguration('search', folder).get<Record<string, unknown>>('exclude');
  const patterns = Object.entries(setting ?? {}).flatMap(([pattern, value]) =>
    value === true ? [pattern] : [],
  );
  return patterns.length === 0 ? undefined : `{${patterns.join(',')}}`;
}
