import * as l10n from '@vscode/l10n';
import { printable } from '../../text/printable.ts';
import { formatCount } from '../messages/format-count.ts';
import type { ColumnReport, InferenceReport, TableReport } from './report.ts';

/** The report as Markdown for people. */
export function markdownReport({ tables }: InferenceReport): string {
  return tables.map(describeTable).join('\n');
}

function describeTable(table: TableReport): string {
  const header = [
    l10n.t('Column'),
    l10n.t('Data type'),
    l10n.t('Decided by'),
    l10n.t('Values'),
    l10n.t('Empty values'),
    l10n.t('Smallest'),
    l10n.t('Largest'),
    l10n.t('Examples'),
    l10n.t('Note'),
  ];
  const lines = [
    `## ${plain(table.name)}`,
    '',
    describeRows(table),
    '',
    ...(table.notes.length > 0 ? [...table.notes.map((note) => `- ${plain(note)}`), ''] : []),
    row(header),
    row(header.map(() => '---')),
    ...table.columns.map((column) => row(describeColumn(column))),
  ];
  return `${lines.join('\n')}\n`;
}

function describeRows({ rows, source, format }: TableReport): string {
  if (rows === null)
    return l10n.t('From {0} ({1}), which does not say how many rows it has', code(source), format);
  return rows === 1
    ? l10n.t('1 row from {0} ({1})', code(source), format)
    : l10n.t('{0} rows from {1} ({2})', formatCount(rows), code(source), format);
}

function describeColumn(column: ColumnReport): string[] {
  return [
    plain(
      column.sourceName === null || column.sourceName === column.name ? column.name : describeName(column),
    ),
    plain(column.dataType),
    describeDecision(column),
    column.values === null ? '' : formatCount(column.values),
    column.empty === null ? '' : formatCount(column.empty),
    column.min === null ? '' : code(column.min),
    column.max === null ? '' : code(column.max),
    column.examples.map(code).join(' '),
    column.note === null ? '' : plain(column.note),
  ];
}

function describeName({ name, sourceName }: ColumnReport): string {
  return l10n.t('{0} (in the file: "{1}")', name, printable(sourceName ?? ''));
}

function describeDecision({ decidingRow, decidingValue }: ColumnReport): string {
  if (decidingRow === null || decidingValue === null) return '';
  return l10n.t('row {0}: {1}', formatCount(decidingRow), code(decidingValue));
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Text without any meaning in Markdown or HTML. */
function plain(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').replace(/[\\`*_{}[\]<>()#+|~!&]/g, '\\$&');
}

/** A value as code; a longer run of backquotes than any in it is around it (CommonMark, section 6.1). */
function code(text: string): string {
  const shown = printable(text).replaceAll('|', '\\|');
  const runs = shown.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(0, ...runs.map(({ length }) => length)) + 1);
  const space = shown.startsWith('`') || shown.endsWith('`') || shown.trim() === '' ? ' ' : '';
  return `${fence}${space}${shown}${space}${fence}`;
}
