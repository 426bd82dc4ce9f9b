import { type CancellationToken, RelativePattern, type Uri, workspace } from 'vscode';
import { formatOf } from '../../../dataset/dataset.ts';
import { decodeUtf8 } from '../../../dataset/decode.ts';
import type { Problem } from '../../../dataset/problem.ts';
import type { RuleSettings } from '../../../dataset/rules/settings.ts';
import { type Result, success } from '../../../result.ts';
import type { Settings } from '../../studio/editor-settings.ts';
import type { TextChecks } from '../checking/text-checks.ts';
import type { FileReadFailure, StoredFiles } from './file-content.ts';

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

/** Returns the problems of a saved file. */
export async function checkClosedFile(
  uri: Uri,
  options: RuleSettings,
  { checks, files }: { readonly checks: TextChecks; readonly files: StoredFiles },
): Promise<Result<readonly Problem[], FileReadFailure>> {
  const format = formatOf(uri.path);
  if (format === undefined) return success([]);
  const content = await files.read(uri);
  if (!content.ok) return content;
  const decoded = decodeUtf8(content.value);
  return success(
    decoded.ok ? await checks.problems(decoded.value, format, options) : decoded.failure.problems,
  );
}

/**
 * Returns a function that returns the validation options of a file, or undefined if validation is turned off for it. The
 * options of each workspace folder are cached: reading them for ten thousand files takes as long as validating the files.
 */
export function validationOptionsByFolder(settings: Settings): (file: Uri) => RuleSettings | undefined {
  const cache = new Map<string, { readonly options: RuleSettings | undefined }>();
  return (file) => {
    const scope = workspace.getWorkspaceFolder(file)?.uri ?? file;
    const key = scope.toString();
    let entry = cache.get(key);
    if (entry === undefined) {
      entry = { options: settings.isValidationEnabled(scope) ? settings.validation(scope) : undefined };
      cache.set(key, entry);
    }
    return entry.options;
  };
}
