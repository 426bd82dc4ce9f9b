import { commands, l10n } from 'vscode';
import { notify } from '../notifications.ts';
import type { Sample } from './sample.ts';

/** Opens the quick fix menu of the first problem of the sample. */
export async function showSampleProblem(sample: Sample): Promise<void> {
  const editor = await sample.show();
  if (!editor) return;
  const hasProblem = await commands.executeCommand<boolean>('_dataset.showQuickFixes', editor.document.uri);
  if (!hasProblem) void notify('information', l10n.t('The dataset has no problems.'));
}
