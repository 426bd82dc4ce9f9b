import { commands, l10n, Uri } from 'vscode';
import { notify } from '../notifications.ts';

/**
 * Reports that something is corrected. If a failed *Create Dataset* led here, `failed` is the URI of its document, and the
 * notification offers to create it again. Other callers of a command pass other arguments, such as the selection of a view.
 */
export async function notifyCorrected(message: string, failed: unknown): Promise<void> {
  if (!(failed instanceof Uri)) {
    await notify('information', message);
    return;
  }
  const choice = await notify('information', message, { buttons: { again: l10n.t('Create Again') } });
  if (choice === 'again') await commands.executeCommand('dataset.create', failed);
}
