import { l10n, Uri, window, workspace } from 'vscode';
import { exportEnvironments as exportedText } from '../../environments/environment-file.ts';
import { notify } from '../notifications.ts';
import type { Studio } from '../studio/studio.ts';

/**
 * Export Environments: writes a file that others can import, or paste into their settings. It never contains a secret.
 * Asks for the file if there is no `target`.
 */
export async function exportEnvironments(
  { settings }: Pick<Studio, 'settings'>,
  target?: unknown,
): Promise<void> {
  const entries = settings.environmentEntries();
  if (entries.length === 0) {
    void notify('information', l10n.t('There are no environments to export.'));
    return;
  }
  const uri =
    target instanceof Uri
      ? target
      : await window.showSaveDialog({
          title: l10n.t('Export Environments'),
          filters: { JSON: ['json'] },
          ...defaultFile(),
        });
  if (!uri) return;
  await workspace.fs.writeFile(uri, new TextEncoder().encode(exportedText(entries)));
  void reportExport(entries.length, uri);
}

async function reportExport(count: number, uri: Uri): Promise<void> {
  const message =
    count === 1
      ? l10n.t('1 environment was exported, without secrets.')
      : l10n.t('{0} environments were exported, without secrets.', count);
  const choice = await notify('information', message, { buttons: { open: l10n.t('Open File') } });
  if (choice === 'open') await window.showTextDocument(uri);
}

function defaultFile(): { defaultUri?: Uri } {
  const [folder] = workspace.workspaceFolders ?? [];
  return folder ? { defaultUri: Uri.joinPath(folder.uri, 'environments.json') } : {};
}
