import { l10n } from 'vscode';
import { type InferenceReport, markdownReport } from '../../inference/report/report.ts';
import { notify } from '../notifications.ts';
import type { ReadOnlyDocuments } from '../read-only-documents.ts';
import { showMarkdownBeside } from '../show-markdown-beside.ts';

/** Shows a message with a button that opens the report beside the editor. `name`: the dataset's or table's name. */
export async function offerReport(
  message: string,
  documents: ReadOnlyDocuments,
  name: string,
  report: InferenceReport,
): Promise<void> {
  const choice = await notify('information', message, { buttons: { show: l10n.t('Show Report') } });
  if (choice !== 'show') return;
  const title = `${l10n.t('Report on {0}', name)}.md`;
  await showMarkdownBeside(documents.add(title, markdownReport(report)));
}
