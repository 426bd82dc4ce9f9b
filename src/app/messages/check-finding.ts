import * as l10n from '@vscode/l10n';
import type { SkippedPart } from '../../inference/data-format.ts';
import { describeParts } from '../../inference/report/report.ts';
import { type ColumnType, typeNamed } from '../../inference/values/data-types.ts';
import { formatCount } from '../../text/format-count.ts';
import { printable } from '../../text/printable.ts';

/** Documentation of the codes of findings. */
export const findingsPage =
  'https://github.com/dataset-studio/dataset-studio/blob/HEAD/docs/check.md#what-is-a-problem';

/** What data has that its dataset doesn't allow. */
export type FindingCause =
  /** `tables`: those of the dataset. */
  | { readonly code: 'unknown-table'; readonly table: string; readonly tables: readonly string[] }
  /** `parts`: of a schema. */
  | { readonly code: 'skipped-data'; readonly parts: readonly SkippedPart[] }
  /** `fields`: of the first of the rows. */
  | {
      readonly code: 'row-width';
      readonly count: number;
      readonly row: number;
      readonly fields: number;
      readonly expectedFields: number;
    }
  | {
      readonly code: 'missing-column' | 'extra-column';
      readonly table: string;
      readonly column: string;
      /** Whether a schema was checked, which has no data. */
      readonly isSchema: boolean;
    }
  | {
      readonly code: 'unfit-value';
      readonly column: string;
      readonly dataType: string;
      /** The data type that the column has in the file. */
      readonly declared: string;
      /** `null`: the values aren't read, because the file declares its types. */
      readonly row: number | null;
      readonly value: string | null;
      readonly count: number | null;
    }
  | { readonly code: 'unchecked-type'; readonly dataType: string };

/** Values that fit a type unless they are text, such as "5" in JSON: quotes say why they don't fit. */
const fitsUnlessText: Partial<Record<ColumnType, RegExp>> = {
  Int64: /^-?(?:0|[1-9]\d{0,17})$/,
  bool: /^(?:true|false)$/i,
  fraction: /^-?\d+(?:\.\d+)?$/,
};

/** A finding in sentences for people, which list at most so many tables. */
export function describeFinding(cause: FindingCause, maxListed = 5): string {
  switch (cause.code) {
    case 'unknown-table': {
      if (cause.tables.length === 0) return l10n.t('The dataset has no tables. Add one.');
      const listed = cause.tables.slice(0, maxListed).map((name) => printable(name));
      const names = [...listed, ...(cause.tables.length > maxListed ? ['…'] : [])].join(', ');
      return l10n.t('The dataset has no table {0}. Its tables: {1}.', printable(cause.table), names);
    }
    case 'skipped-data':
      return l10n.t("Skipped, because this can't be read: {0}.", describeParts(cause.parts));
    case 'row-width': {
      const row = formatCount(cause.row);
      const fields = formatCount(cause.fields);
      const expected = formatCount(cause.expectedFields);
      return cause.count === 1
        ? l10n.t('The number of fields in row {0} is {1}, but should be {2}.', row, fields, expected)
        : l10n.t(
            'The number of fields in {0} rows is not {3}. The first one is row {1}, where it is {2}.',
            formatCount(cause.count),
            row,
            fields,
            expected,
          );
    }
    case 'missing-column':
      if (cause.isSchema)
        return l10n.t(
          'The schema declares no column {0}, which table {1} has.',
          printable(cause.column),
          printable(cause.table),
        );
      return l10n.t(
        'The data has no column {0}, which table {1} has.',
        printable(cause.column),
        printable(cause.table),
      );
    case 'extra-column':
      if (cause.isSchema)
        return l10n.t(
          "The schema declares a column {0}, which table {1} doesn't have.",
          printable(cause.column),
          printable(cause.table),
        );
      return l10n.t(
        "The data has a column {0}, which table {1} doesn't have.",
        printable(cause.column),
        printable(cause.table),
      );
    case 'unfit-value': {
      const column = printable(cause.column);
      const { dataType, row, count } = cause;
      const text = printable(cause.value ?? '');
      const value = fitsUnlessText[typeNamed(dataType) ?? 'fraction']?.test(text) ? `"${text}"` : text;
      if (row === null)
        return l10n.t(
          'Column {0} has the data type {1}, but the file declares its values as {2}.',
          column,
          dataType,
          cause.declared,
        );
      if (count === null || count === 1)
        return l10n.t(
          "Column {0} has the data type {1}, which the value in row {2} doesn't fit: {3}.",
          column,
          dataType,
          formatCount(row),
          value,
        );
      return l10n.t(
        "Column {0} has the data type {1}, which {2} values don't fit. The first one is in row {3}: {4}.",
        column,
        dataType,
        formatCount(count),
        formatCount(row),
        value,
      );
    }
    case 'unchecked-type':
      return l10n.t(
        'Values of the data type {0} are not checked, because any value can be one.',
        printable(cause.dataType),
      );
  }
}
