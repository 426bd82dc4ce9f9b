import { FileType, l10n, Uri, window, workspace } from 'vscode';
import { describeAuthentication } from '../../environments/authentication.ts';
import {
  exportEnvironments as exportedText,
  type ImportedEnvironment,
  type ImportReading,
  readEnvironmentFile,
} from '../../environments/environment-file.ts';
import { failure, type Result } from '../../result.ts';
import { withoutIcons } from '../../text/plain-text.ts';
import { writeFile } from '../host-storage.ts';
import { notify, showFailure } from '../notifications.ts';
import type { Studio } from '../studio/studio.ts';

/** Far more than anyone writes by hand; bytes. */
const maxFileSize = 1024 * 1024;

/**
 * Import Environments: the user chooses among the environments of a file and sees their addresses, and which of their own would be
 * replaced. Asks for the file if there is no `source`.
 */
export async function importEnvironments(
  { settings }: Pick<Studio, 'settings'>,
  source?: unknown,
): Promise<void> {
  const dialog = { title: l10n.t('Import Environments'), filters: { JSON: ['json'] } };
  const uri = source instanceof Uri ? source : (await window.showOpenDialog(dialog))?.[0];
  if (!uri) return;
  const reading = await readFile(uri, settings.environmentEntries());
  if (!reading.ok) return showFailure(reading.failure);
  const { environments, problems } = reading.value;
  const fresh = environments.filter(({ existing }) => existing !== 'identical');
  const chosen = await chooseEnvironments(fresh);
  if (!chosen) return;
  for (const { entry } of chosen) await settings.saveEnvironment(entry);
  report(
    chosen.map(({ entry }) => entry.name),
    environments.length - fresh.length,
    problems,
  );
}

async function readFile(uri: Uri, defined: readonly unknown[]): Promise<Result<ImportReading, string>> {
  try {
    const { size, type } = await workspace.fs.stat(uri);
    if ((type & FileType.File) === 0)
      return failure(l10n.t('This is not a file. Choose a file that Export Environments wrote.'));
    if (size > maxFileSize)
      return failure(l10n.t('The file is larger than 1 MB. It is not an export of environments.'));
    const bytes = await workspace.fs.readFile(uri);
    return readEnvironmentFile(new TextDecoder().decode(bytes), defined);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return failure(l10n.t("The file can't be read. {0}", why));
  }
}

async function chooseEnvironments(
  environments: readonly ImportedEnvironment[],
): Promise<readonly ImportedEnvironment[] | undefined> {
  if (environments.length === 0) return [];
  const picked = await window.showQuickPick(
    environments.map((one) => ({
      label: one.entry.name,
      description: one.environment.service.baseUrl.href,
      detail: [
        describeAuthentication(one.environment.authentication).map(withoutIcons).join(' · '),
        ...(one.existing === 'different' ? [l10n.t('Replaces your environment of the same name')] : []),
      ].join(' · '),
      picked: one.existing === 'none',
      one,
    })),
    {
      title: l10n.t('Import Environments'),
      placeHolder: l10n.t('Select the environments to import. Credentials are sent to the addresses shown.'),
      canPickMany: true,
      ignoreFocusOut: true,
    },
  );
  return picked?.map(({ one }) => one);
}

function report(done: readonly string[], unchanged: number, problems: readonly string[]): void {
  const sentences = [
    done.length === 0
      ? l10n.t('No environment was imported.')
      : l10n.t('Imported: {0}. You are asked for credentials when they are needed.', done.join(', ')),
    ...(unchanged === 1 ? [l10n.t('1 environment exists already, unchanged.')] : []),
    ...(unchanged > 1 ? [l10n.t('{0} environments exist already, unchanged.', unchanged)] : []),
    ...problems,
  ];
  void notify(problems.length > 0 ? 'warning' : 'info', sentences.join(' '));
}

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
    void notify('info', l10n.t('There are no environments to export.'));
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
  if (!(await writeFile(uri, new TextEncoder().encode(exportedText(entries))))) return;
  const message =
    entries.length === 1
      ? l10n.t('1 environment was exported, without secrets.')
      : l10n.t('{0} environments were exported, without secrets.', entries.length);
  const open = { title: l10n.t('Open File'), run: () => window.showTextDocument(uri) };
  void notify('info', message, open);
}

function defaultFile(): { defaultUri?: Uri } {
  const [folder] = workspace.workspaceFolders ?? [];
  return folder ? { defaultUri: Uri.joinPath(folder.uri, 'environments.json') } : {};
}
