import { describeColumns } from '../columns/describe-column.ts';
import type { ProfiledTable } from '../data-format.ts';
import { limits } from '../inference-limits.ts';
import type { InferredColumn, InferredTable } from '../inferred-table.ts';
import type { TableNote } from '../notes.ts';
import type { ProfiledSource } from '../profile-source.ts';
import type { ReadingChoices } from '../source.ts';
import { tidyName } from '../unique-names.ts';
import { NullTexts } from '../values/null-texts.ts';

/** A table with the label of its file. */
export interface SourcedTable extends ProfiledTable {
  readonly name: string;
  readonly label: string;
}

/** The choices that the sources were profiled with. */
type Choices = Pick<ReadingChoices, 'nulls' | 'dateOrder' | 'expected'>;

/** The tables of a source, with the types of their columns. */
export function describeSource({ source, tables }: ProfiledSource, choices: Choices): InferredTable[] {
  return tables.map((table) => describeTable({ ...table, label: source.label }, choices));
}

export function describeTable(
  { name, label, format, rows, columns, notes, oddRows, isOddRow, text }: SourcedTable,
  { nulls = [], dateOrder, expected }: Choices,
): InferredTable {
  const nullTexts = new NullTexts(nulls);
  const described = describeColumns(columns, rows, nullTexts, dateOrder, expected !== undefined, isOddRow);
  return {
    name,
    source: label,
    format,
    rows,
    columns: described.columns,
    notes: [...notes, ...renamedColumns(described.columns), ...described.notes],
    ...(expected && { oddRows, text }),
  };
}

/** Names that got a number, because others differ from them in nothing but case. */
function renamedColumns(columns: readonly InferredColumn[]): TableNote[] {
  const exact = new Set(columns.map(({ name }) => name));
  const names = columns.flatMap(({ name, sourceName }) => {
    const tidy = tidyName(sourceName ?? '');
    return tidy === '' || tidy === name || exact.has(tidy) ? [] : [name];
  });
  return names.length === 0
    ? []
    : [{ kind: 'renamed-columns', count: names.length, names: names.slice(0, limits.listedRows) }];
}
