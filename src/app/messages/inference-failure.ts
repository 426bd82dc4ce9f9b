import * as l10n from '@vscode/l10n';
import { supportedFormats } from '../../inference/formats/formats.ts';
import type { InferenceFailure } from '../../inference/inference-error.ts';
import { limits } from '../../inference/inference-limits.ts';
import { type MessageTable, messageFor } from '../../message-table.ts';
import { formatCount } from '../../text/format-count.ts';
import { printable } from '../../text/printable.ts';
import { describeReadFailure, describeUnreadableFile } from '../../text/read-failure.ts';

/** Why a file has no tables, and what to do, in sentences for people. */
export function describeInferenceFailure(failure: InferenceFailure): string {
  return messageFor(messages, failure);
}

const messages: MessageTable<InferenceFailure> = {
  unreadable: (failure) => describeUnreadableFile(describeReadFailure(failure)),
  'out-of-memory': () => l10n.t('Reading takes too much memory. Split the file.'),
  'no-progress': () =>
    l10n.t('Reading was stopped because it made no progress. Check the file, or export it again.'),
  unexpected: ({ error }) =>
    l10n.t(
      'The file could not be read because of an error in Dataset Studio ({0}). Please report it.',
      printable(error),
    ),
  'took-too-long': () => l10n.t('Reading took too long and was stopped. Name fewer or smaller files.'),
  changed: () => l10n.t('The file changed while it was read. Try again when no program writes to it.'),
  'damaged-gzip': () => l10n.t('The gzip data is damaged or incomplete. Compress the file again.'),
  'unsupported-format': () =>
    l10n.t(
      'The format is not supported. Supported formats: {0}. Text can also be compressed as .gz.',
      formatList(),
    ),
  dataset: () =>
    l10n.t('By its name, the file is a dataset, not data. Name a data file, such as orders.csv.'),
  'unknown-encoding': ({ name }) =>
    l10n.t(
      '{0} is not a known encoding. Choose another one, such as shift_jis or windows-1252.',
      printable(name),
    ),
  damaged: ({ format }) => l10n.t('The {0} file is damaged or incomplete. Export it again.', format),
  encrypted: ({ format }) =>
    l10n.t('The {0} file is encrypted, which is not supported. Save it without encryption.', format),
  markup: () =>
    l10n.t('The file is HTML or XML. Open it in Excel or another program, and save it as .xlsx or .csv.'),
  'old-excel': () =>
    l10n.t('The old Excel format (.xls) is not supported. Save the workbook as .xlsx or .csv.'),
  'binary-excel': () => l10n.t('The Excel binary format is not supported. Save the workbook as .xlsx.'),
  'no-sheet': ({ name }) => l10n.t('The workbook has no sheet named {0}.', printable(name)),
  'no-such-table': ({ name, near, tableNames }) =>
    near === undefined
      ? l10n.t(
          'There is no table {0}. Tables of the file: {1}.',
          printable(name),
          tableNames.map((each) => printable(each)).join(', '),
        )
      : l10n.t('There is no table {0}. Did you mean {1}?', printable(name), printable(near)),
  'stream-too-large': ({ format }) =>
    l10n.t(
      'A {0} file must be read from a disk if it is larger than {1} MiB. Save it uncompressed and name the file.',
      format,
      limits.bufferedBytes / 2 ** 20,
    ),
  'metadata-too-large': ({ format }) =>
    l10n.t('The metadata of the {0} file is too large. Split the file.', format),
  'type-too-deep': () =>
    l10n.t(
      'The types are nested more than {0} levels deep. Flatten the data.',
      formatCount(limits.typeDepth),
    ),
  'too-much-work': () =>
    l10n.t(
      'Reading takes far more work than a file of this size should. Check the file, or export it again.',
    ),
  'sqlite-unavailable': () =>
    l10n.t('SQLite is not supported by this version of Node.js. Use Node.js 22.15 or later.'),
  'sqlite-needs-file': () =>
    l10n.t('A SQLite database must be read from a disk. Save it uncompressed and name the file.'),
  'no-database-table': () => l10n.t('The database has no tables.'),
  binary: ({ row }) =>
    row === 0
      ? l10n.t(
          'The header contains a control character, so this is not a text file. Supported formats: {0}. Text can also be compressed as .gz.',
          formatList(),
        )
      : l10n.t(
          'Row {0} contains a control character, so this is not a text file. Supported formats: {1}. Text can also be compressed as .gz.',
          formatCount(row),
          formatList(),
        ),
  'no-record': () =>
    l10n.t(
      'The file is empty, or all of its rows are skipped. Add a header or at least one record, or skip fewer rows.',
    ),
  'empty-array': () => l10n.t('The array is empty. Add at least one object.'),
  'no-column': () => l10n.t('The objects have no properties, so there are no columns.'),
  'unclosed-quote': ({ row }) =>
    row === 0
      ? l10n.t('A quote in the header is never closed. Close it, or double it if it is part of a value.')
      : l10n.t(
          'A quote in row {0} is never closed. Close it, or double it if it is part of a value.',
          formatCount(row),
        ),
  'record-too-long': ({ row }) =>
    row === 0
      ? l10n.t(
          'The header is longer than {0} MiB. Check that each quote in it is closed.',
          limits.recordBytes / 2 ** 20,
        )
      : l10n.t(
          'The record of row {0} is longer than {1} MiB. Check that each quote in it is closed.',
          formatCount(row),
          limits.recordBytes / 2 ** 20,
        ),
  'too-many-columns': () =>
    l10n.t('There are more than {0} columns. Split the data.', formatCount(limits.columns)),
  'too-many-tables': () =>
    l10n.t(
      'There are more than {0} tables. Name those that you need, or split the data.',
      formatCount(limits.tables),
    ),
  'name-too-long': ({ row }) =>
    row === 0
      ? l10n.t(
          'The name of a property is longer than {0} characters. Shorten it.',
          formatCount(limits.nameLength),
        )
      : l10n.t(
          'The name of a property in row {0} is longer than {1} characters. Shorten it.',
          formatCount(row),
          formatCount(limits.nameLength),
        ),
  'too-deep': ({ row }) =>
    row === 0
      ? l10n.t('The data is nested more than {0} levels deep. Flatten it.', formatCount(limits.jsonDepth))
      : l10n.t(
          'Row {0} is nested more than {1} levels deep. Flatten the data.',
          formatCount(row),
          formatCount(limits.jsonDepth),
        ),
  'invalid-json': ({ row }) =>
    row === 0
      ? l10n.t('The file is not valid JSON. Fix it, or export it again.')
      : l10n.t('Row {0} is not valid JSON. Fix it, or export the file again.', formatCount(row)),
  'rows-of-objects': () =>
    l10n.t(
      'The rows are JSON objects, which name their columns themselves: no header row can be chosen, and no rows can be skipped. Read the file without these options.',
    ),
  'json-comments': () => l10n.t('The JSON has comments, which JSON does not allow. Remove them.'),
  'not-utf-8': ({ row }) =>
    row === 0
      ? l10n.t('The file is not UTF-8, as JSON must be. Save it as UTF-8, or choose its encoding.')
      : l10n.t(
          'Row {0} is not UTF-8, as JSON must be. Save the file as UTF-8, or choose its encoding.',
          formatCount(row),
        ),
  'not-an-object': ({ row }) =>
    l10n.t('Row {0} is not an object. Each row must be a JSON object.', formatCount(row)),
  'no-table': () =>
    l10n.t('The JSON is neither an array of objects nor an object of such arrays, so it has no tables.'),
  'no-schema': () =>
    l10n.t(
      'The file is not a schema that describes a table, such as JSON Schema, OpenAPI, or a data contract.',
    ),
  'yaml-too-large': () => l10n.t('The YAML file is larger than 4 MiB. Split it, or use JSON.'),
  'invalid-yaml': ({ line }) => l10n.t('Line {0} is not valid YAML. Fix it, or use JSON.', formatCount(line)),
  'no-create-table': () => l10n.t('The file has no complete CREATE TABLE statement, so it has no tables.'),
};

function formatList(): string {
  return supportedFormats.join(', ');
}
