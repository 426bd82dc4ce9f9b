import { type Uri, workspace } from 'vscode';
import type { ValidationOptions } from '../../../dataset/document.ts';
import type { Settings } from '../../studio/settings.ts';

/**
 * How files are validated, undefined where they are not. The settings are those of a file's workspace folder, and
 * looked up once for each: for ten thousand files, that would take as long as checking them.
 */
export function settingsByFolder(settings: Settings): (file: Uri) => ValidationOptions | undefined {
  const known = new Map<string, { readonly options: ValidationOptions | undefined }>();
  return (file) => {
    const scope = workspace.getWorkspaceFolder(file)?.uri ?? file;
    const key = scope.toString();
    let entry = known.get(key);
    if (entry === undefined) {
      entry = { options: settings.validates(scope) ? settings.validation(scope) : undefined };
      known.set(key, entry);
    }
    return entry.options;
  };
}
