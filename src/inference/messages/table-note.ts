import * as l10n from '@vscode/l10n';
import { printable } from '../../text/printable.ts';
import type { TableNote } from '../notes.ts';
import { formatCount } from './format-count.ts';

/** A note about a table in sentences for people. */
export function describeTableNote(note: TableNote): string {
  switch (note.kind) {
    case 'header-assumed':
      return l10n.t('The first record was used as the header, although all columns are text. Check it.');
    case 'only-header':
      return l10n.t('There is only a header. All columns are string, as there are no values.');
    case 'windows-1252':
      return l10n.t('The text is not UTF-8 and was read as windows-1252.');
    case 'skipped-property':
      return l10n.t('The property {0} is not an array of objects and was skipped.', printable(note.name));
    case 'empty-sheet':
      return l10n.t('The sheet {0} is empty and was skipped.', printable(note.name));
    case 'merged':
      return l10n.t('Row numbers continue across the {0} files.', formatCount(note.files));
    default:
      return describeRows(note);
  }
}

type RowsNote = Extract<TableNote, { rows: readonly number[] }>;

function describeRows(note: RowsNote): string {
  const count = formatCount(note.count);
  const rows = note.rows.map(formatCount).join(', ');
  const isOne = note.count === 1;
  switch (note.kind) {
    case 'missing-fields':
      return isOne
        ? l10n.t('1 field is missing and counts as empty, in row {0}.', rows)
        : l10n.t('{0} fields are missing and count as empty, first in these rows: {1}.', count, rows);
    case 'surplus-fields':
      return isOne
        ? l10n.t('1 surplus field was ignored, in row {0}.', rows)
        : l10n.t('{0} surplus fields were ignored, first in these rows: {1}.', count, rows);
    case 'text-after-quote':
      return isOne
        ? l10n.t('1 value goes on after its closing quote, in row {0}.', rows)
        : l10n.t('{0} values go on after their closing quotes, first in these rows: {1}.', count, rows);
    case 'repeated-properties':
      return isOne
        ? l10n.t('1 property is repeated in its object, in row {0}.', rows)
        : l10n.t('{0} properties are repeated in their objects, first in these rows: {1}.', count, rows);
  }
}
