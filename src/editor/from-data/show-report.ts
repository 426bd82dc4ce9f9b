import { l10n } from 'vscode';
import { markdownReport } from '../../inference/report/markdown-report.ts';
import type { InferenceReport } from '../../inference/report/report.ts';
import type { ReadOnlyDocuments } from '../read-only-documents.ts';
import { showMarkdownBeside } from '../show-markdown-beside.ts';

/** Opens the report on inferred tables beside the editor. `name`: the dataset's or table's name. */
export async function showReport(
  documents: ReadOnlyDocuments,
  name: string,
  report: InferenceReport,
): Promise<void> {
  const text = markdownReport(report);
  await showMarkdownBeside(documents.add(`${l10n.t('Report on {0}', name)}.md`, text));
}
