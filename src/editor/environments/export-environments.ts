import { l10n, Uri, window, workspace } from 'vscode';
import { exportEnvironments as exportedText } from '../../environments/environment-file.ts';
import { notificationText } from '../notification-text.ts';
import type { Studio } from '../studio/studio.ts';

/**
 * Export Environments: into a file, which colleagues import or paste into their settings. It never holds a secret.
 * `target`: where to; asked for otherwise.
 */
export async function exportEnvironments(
  { settings }: Pick<Studio, 'settings'>,
  target?: unknown,
): Promise<void> {
  const entries = settings.environmentEntries();
  if (entries.length === 0) {
    void window.showInformationMessage(l10n.t('There is no environment to export yet.'));
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
  const open = l10n.t('Open File');
  void window
    .showInformationMessage(
      notificationText(l10n.t('{0} environments are exported, without any secret.', entries.length)),
      open,
    )
    .then((choice) => (choice === open ? window.showTextDocument(uri) : undefined));
}

function defaultFile(): { defaultUri?: Uri } {
  const [folder] = workspace.workspaceFolders ?? [];
  return folder ? { defaultUri: Uri.joinPath(folder.uri, 'environments.json') } : {};
}
