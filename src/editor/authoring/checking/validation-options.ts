import { type Uri, workspace } from 'vscode';
import type { ValidationOptions } from '../../../dataset/document.ts';
import type { Settings } from '../../studio/settings.ts';

/**
 * Returns a function that returns the validation options of a file, or undefined if validation is turned off for it. The
 * options of each workspace folder are cached: reading them for ten thousand files takes as long as validating the files.
 */
export function validationOptionsByFolder(settings: Settings): (file: Uri) => ValidationOptions | undefined {
  const cache = new Map<string, { readonly options: ValidationOptions | undefined }>();
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
