import * as l10n from '@vscode/l10n';
import { supportedFormats } from '../../inference/formats/formats.ts';
import type { InferenceFailure } from '../../inference/inference-error.ts';
import { limits } from '../../inference/inference-limits.ts';
import { formatCount } from '../../inference/report/describe-notes.ts';
import { printable } from '../../text/printable.ts';
import { describeUnreadableFile } from './read-failure.ts';

/** Why a file has no tables, and what to do, in sentences for people. */
export function describeInferenceFailure(failure: InferenceFailure): string {
  switch (failure.kind) {
    case 'unreadable':
      return describeUnreadableFile(failure);
    case 'out-of-memory':
      return l10n.t('Reading takes too much memory. Split the file.');
    case 'no-progress':
      return l10n.t('Reading was stopped because it made no progress. Check the file, or export it again.');
    case 'changed':
      return l10n.t('The file changed while it was read. Try again when no program writes to it.');
    case 'cancelled':
      return l10n.t('Reading was cancelled.');
    case 'damaged-gzip':
      return l10n.t('The gzip data is damaged or incomplete. Compress the file again.');
    case 'unsupported-format':
      return l10n.t(
        'The format is not supported. Supported formats: {0}. Text can also be compressed as .gz.',
        formatList(),
      );
    case 'damaged':
      return l10n.t('The {0} file is damaged or incomplete. Export it again.', failure.format);
    case 'encrypted':
      return l10n.t(
        'The {0} file is encrypted, which is not supported. Save it without encryption.',
        failure.format,
      );
    case 'old-excel':
      return l10n.t('The Excel 97-2003 format is not supported. Save the workbook as .xlsx.');
    case 'binary-excel':
      return l10n.t('The Excel binary format is not supported. Save the workbook as .xlsx.');
    case 'no-sheet':
      return l10n.t('The workbook has no sheet named {0}.', printable(failure.name));
    case 'stream-too-large':
      return l10n.t(
        'A {0} file must be read from a disk if it is larger than {1} MiB. Save it uncompressed and name the file.',
        failure.format,
        limits.bufferedBytes / 2 ** 20,
      );
    case 'metadata-too-large':
      return l10n.t('The metadata of the {0} file is too large. Split the file.', failure.format);
    case 'type-too-deep':
      return l10n.t(
        'The types are nested more than {0} levels deep. Flatten the data.',
        formatCount(limits.typeDepth),
      );
    case 'too-much-work':
      return l10n.t(
        'Reading takes far more work than a file of this size should. Check the file, or export it again.',
      );
    case 'sqlite-unavailable':
      return l10n.t('SQLite is not supported by this version of Node.js. Use Node.js 22.15 or later.');
    case 'sqlite-needs-file':
      return l10n.t('A SQLite database must be read from a disk. Save it uncompressed and name the file.');
    case 'no-database-table':
      return l10n.t('The database has no tables.');
    case 'binary':
      return failure.row === 0
        ? l10n.t(
            'The header contains a control character, so this is not a text file. Supported formats: {0}. Text can also be compressed as .gz.',
            formatList(),
          )
        : l10n.t(
            'Row {0} contains a control character, so this is not a text file. Supported formats: {1}. Text can also be compressed as .gz.',
            formatCount(failure.row),
            formatList(),
          );
    case 'no-record':
      return l10n.t('The file is empty. Add a header or at least one record.');
    case 'empty-array':
      return l10n.t('The array is empty. Add at least one object.');
    case 'no-column':
      return l10n.t('The objects have no properties, so there are no columns.');
    case 'unclosed-quote':
      return failure.row === 0
        ? l10n.t('A quote in the header is never closed. Close it, or double it if it is part of a value.')
        : l10n.t(
            'A quote in row {0} is never closed. Close it, or double it if it is part of a value.',
            formatCount(failure.row),
          );
    case 'record-too-long':
      return l10n.t(
        'The record of row {0} is longer than {1} MiB. Check that each quote in it is closed.',
        formatCount(failure.row),
        limits.recordBytes / 2 ** 20,
      );
    case 'too-many-columns':
      return l10n.t('There are more than {0} columns. Split the data.', formatCount(limits.columns));
    case 'too-many-tables':
      return l10n.t('There are more than {0} tables. Split the data.', formatCount(limits.tables));
    case 'name-too-long':
      return l10n.t(
        'The name of a property in row {0} is longer than {1} characters. Shorten it.',
        formatCount(failure.row),
        formatCount(limits.nameLength),
      );
    case 'too-deep':
      return l10n.t(
        'Row {0} is nested more than {1} levels deep. Flatten the data.',
        formatCount(failure.row),
        formatCount(limits.jsonDepth),
      );
    case 'invalid-json':
      return failure.row === 0
        ? l10n.t('The file is not valid JSON. Fix it, or export it again.')
        : l10n.t('Row {0} is not valid JSON. Fix it, or export the file again.', formatCount(failure.row));
    case 'json-comments':
      return l10n.t('The JSON has comments, which JSON does not allow. Remove them.');
    case 'not-utf-8':
      return l10n.t(
        'Row {0} is not UTF-8, as JSON must be. Save the file as UTF-8.',
        formatCount(failure.row),
      );
    case 'not-an-object':
      return l10n.t('Row {0} is not an object. Each row must be a JSON object.', formatCount(failure.row));
    case 'no-table':
      return l10n.t(
        'The JSON is neither an array of objects nor an object of such arrays, so it has no tables.',
      );
  }
}

function formatList(): string {
  return supportedFormats.join(', ');
}
