import type { Dataset, Table } from '../../dataset/dataset.ts';
import { dataExtensions, isDatasetFile } from '../../inference/formats/formats.ts';
import { type ProfiledSource, profileSource } from '../../inference/infer.ts';
import { describeInferenceFailure } from '../../inference/messages/failure.ts';
import { withoutExtension } from '../../inference/names.ts';
import { inferenceReport, type TableReport } from '../../inference/report/report.ts';
import { inferTables } from '../../inference/tables/infer-tables.ts';
import {
  defaultDecimalType,
  findDecimalType,
  hasFractions,
  toDataset,
} from '../../inference/tables/to-dataset.ts';
import type { inputSchemas } from '../definitions.ts';
import type { InputOf } from '../input-schema.ts';
import { itemsWithin, jsonSize, resultLimits } from '../limits.ts';
import type { DocumentPort, InferencePort } from '../ports.ts';
import { type ToolResult, toolFailure, toolSuccess } from '../result.ts';

/** `dataset_infer`. */
export async function infer(
  { files, name }: InputOf<typeof inputSchemas.dataset_infer>,
  { data, documents }: { readonly data: InferencePort; readonly documents: Pick<DocumentPort, 'settings'> },
  signal: AbortSignal,
): Promise<ToolResult> {
  const opened = await data.open(files);
  if (!opened.ok) return toolFailure(opened.failure);
  // A glob may find the dataset that an earlier call led to, which is not data.
  const dataFiles = opened.value.filter(({ file }) => files.includes(file) || !isDatasetFile(file));
  if (dataFiles.length === 0) return toolFailure({ kind: 'no-match', files });
  const profiled: ProfiledSource[] = [];
  for (const { file, source } of dataFiles) {
    const profile = await profileSource(source, data.platform, { signal });
    if (signal.aborted) return toolFailure({ kind: 'cancelled-call' });
    if (!profile.ok) {
      const reason = profile.failure;
      const details =
        reason.kind === 'unreadable' ? data.describeError(reason.error) : describeInferenceFailure(reason);
      return toolFailure({ kind: 'not-inferable', file, details });
    }
    profiled.push(profile.value);
  }
  const tables = inferTables(profiled, { merge: false, nulls: [] });
  const declared = findDecimalType((await documents.settings()).dataTypes);
  const decimalType = declared ?? defaultDecimalType;
  const dataset = toDataset(name ?? nameOf(dataFiles.map(({ path }) => path)), tables, decimalType);
  const report = inferenceReport(tables, decimalType).tables;
  const isAssumed = declared === undefined && hasFractions(tables);
  return toolSuccess(fitInference(dataset, report, isAssumed ? assumedDecimalType : undefined));
}

const assumedDecimalType = `Columns with fractions have the data type ${defaultDecimalType}, which is not declared yet. Ask the user for the data type that the service uses for fractions, and to add it to the setting dataset.dataTypes.`;

/** The name of the only file, or of the nearest folder that contains all files. */
function nameOf(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split(/[\\/]/));
  if (others.length === 0) return withoutExtension(first.at(-1) ?? '', dataExtensions);
  const folder = first.slice(0, -1);
  const common = folder.findIndex((part, index) => others.some((other) => other[index] !== part));
  return (common < 0 ? folder : folder.slice(0, common)).at(-1) ?? '';
}

/** Cuts the result to the size limit: first the other facts about columns, then the deciding rows, then the dataset. */
function fitInference(
  dataset: Dataset,
  tables: readonly TableReport[],
  note: string | undefined,
): Readonly<Record<string, unknown>> {
  const rest = note === undefined ? {} : { note };
  const everything = { dataset, tables, ...rest };
  if (jsonSize(everything) <= resultLimits.long) return everything;

  const short = tables.map((table) => ({ ...table, columns: table.columns.map(decidingFacts) }));
  const factsOnly = { dataset, tables: short, ...rest, truncated: truncatedFacts };
  if (jsonSize(factsOnly) <= resultLimits.long) return factsOnly;

  const space = resultLimits.long - jsonSize({ dataset, tables: [], ...rest, truncated: truncatedFacts });
  if (space >= 0) return { ...factsOnly, tables: fitTables(short, space) };

  const columnCount = dataset.tables.reduce((sum, { columns }) => sum + columns.length, 0);
  const truncated = `Truncated: the dataset is not complete. Tables: ${dataset.tables.length}, columns: ${columnCount}. Do not use this part as a dataset. Call dataset_infer with fewer \`files\`, or ask the user to run dataset-studio infer with --output.`;
  const { name } = dataset;
  const left =
    resultLimits.long - jsonSize({ dataset: { name, tables: [] }, tables: [], ...rest, truncated });
  return {
    dataset: { name, tables: fitTables<Table>(dataset.tables, left) },
    tables: [],
    ...rest,
    truncated,
  };
}

const truncatedFacts =
  'Truncated: the dataset is complete, but `tables` does not contain all facts about all columns. Call dataset_infer with fewer `files`, or ask the user to run dataset-studio infer with --report.';

function decidingFacts({
  name,
  dataType,
  decidingRow,
  decidingValue,
}: TableReport['columns'][number]): Partial<TableReport['columns'][number]> {
  return { name, dataType, decidingRow, decidingValue };
}

/** Tables from the start, the last one with as many columns as fit. */
function fitTables<Fitted extends { readonly columns: readonly object[] }>(
  tables: readonly Fitted[],
  bytes: number,
): readonly object[] {
  const fitted: object[] = [];
  let left = bytes;
  for (const table of tables) {
    left -= jsonSize({ ...table, columns: [] }) + 1;
    if (left < 0) break;
    const columns = itemsWithin(table.columns, left);
    left -= columns.reduce((sum, column) => sum + jsonSize(column) + 1, 0);
    fitted.push({ ...table, columns });
  }
  return fitted;
}
