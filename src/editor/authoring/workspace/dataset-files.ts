import { type CancellationToken, RelativePattern, type Uri, workspace } from 'vscode';
import type { Judgement } from '../../../project/projects.ts';
import type { Settings } from '../../studio/editor-settings.ts';

/** Matches the same file names as the languages in package.json. */
export const datasetGlob = '**/*.dataset.{json,yaml,yml}';

/**
 * Finds the dataset files of all workspace folders. Respects each folder's `files.exclude` and `search.exclude`, except
 * for conditional patterns (`when`) in `search.exclude`, which `findFiles` doesn't support.
 */
export async function findDatasetFiles(token?: CancellationToken): Promise<Uri[]> {
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

/**
 * Returns a function that says how a file is judged; undefined if validation is turned off for it. The settings of each
 * workspace folder are cached: reading them for ten thousand files takes as long as validating the files.
 */
export function judgeByFolder(settings: Settings): (file: Uri) => Promise<Judgement | undefined> {
  const cache = new Map<string, ReturnType<Settings['ruleSettings']> | undefined>();
  return async (file) => {
    const scope = workspace.getWorkspaceFolder(file)?.uri ?? file;
    const key = scope.toString();
    if (!cache.has(key))
      cache.set(key, settings.isValidationEnabled(scope) ? settings.ruleSettings(scope) : undefined);
    const rules = cache.get(key);
    return rules && settings.projects.judge(file, rules.all, rules.above);
  };
}
