import * as l10n from '@vscode/l10n';
import { datasetText } from '../../app/dataset-text.ts';
import type { Dataset } from '../../dataset/dataset.ts';
import { formatCount } from '../../inference/messages/format-count.ts';
import { markdownReport } from '../../inference/report/markdown-report.ts';
import type { InferenceReport, TableReport } from '../../inference/report/report.ts';
import { plainText } from '../../text/plain-text.ts';
import type { OutputFormat } from './options.ts';

export function formatDataset(dataset: Dataset, format: OutputFormat): Promise<string> {
  return datasetText(dataset, format);
}

/** The report as JSON or as Markdown, by the extension of its file. */
export function formatReport(report: InferenceReport, path: string): string {
  return /\.md$/i.test(path) ? markdownReport(report) : `${JSON.stringify(report, null, 2)}\n`;
}

/** One line for each table and each note. */
export function summarize({ tables }: InferenceReport): string {
  return tables
    .flatMap((table) => [
      describeTable(table),
      ...table.notes.map((note) => `${table.name}: ${note}`),
      ...table.columns.flatMap(({ name, note }) => (note === null ? [] : [`${table.name}.${name}: ${note}`])),
    ])
    .map((line) => `${plainText(line, maxLineLength)}\n`)
    .join('');
}

const maxLineLength = 1000;

/** How to declare the data type of fractions that was assumed. */
export function declareDecimalType(name: string): string {
  return `${l10n.t(
    'Fractions have the data type {0}, which is not declared yet. Add it to "dataset.dataTypes" in .vscode/settings.json, or choose another one with --decimal-type.',
    name,
  )}\n`;
}

/** Numbers come after a label, so that no plural forms are needed. */
function describeTable({ name, rows, columns, source, format }: TableReport): string {
  if (rows === null)
    return l10n.t('{0}: columns: {1}, from {2} ({3})', name, formatCount(columns.length), source, format);
  return l10n.t(
    '{0}: rows: {1}, columns: {2}, from {3} ({4})',
    name,
    formatCount(rows),
    formatCount(columns.length),
    source,
    format,
  );
}
