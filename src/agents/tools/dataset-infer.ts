import { inferDataset } from '../../app/infer-dataset.ts';
import { describeInferenceFailure } from '../../app/messages/inference-failure.ts';
import type { Dataset } from '../../dataset/dataset.ts';
import type { InferenceReport } from '../../inference/report/report.ts';
import { entriesNote, inputHint, readDataInput, skippedData } from '../data-input.ts';
import type { inputSchemas } from '../definitions.ts';
import { type ToolResult, toolFailure, toolSuccess } from '../failure.ts';
import type { InputOf } from '../input-schema.ts';
import { jsonSize, resultLimits, withLists } from '../limits.ts';
import type { DataPort, DocumentPort, OnProgress } from '../ports.ts';

/** `dataset_infer`. */
export async function datasetInfer(
  { name, merge, decimalType, ...input }: InputOf<typeof inputSchemas.dataset_infer>,
  { data, documents }: { readonly data: DataPort; readonly documents: Pick<DocumentPort, 'settings'> },
  signal: AbortSignal,
  onProgress?: OnProgress,
): Promise<ToolResult> {
  const read = await readDataInput(input, data);
  if (!read.ok) return read.failure;
  const { found, reading } = read.value;
  const result = await inferDataset(
    found.files,
    { name, merge, decimalType, signal, reading, onProgress },
    { read: data.read, dataTypes: async () => (await documents.settings()).dataTypes, hint: inputHint },
  );
  if (result.ok) {
    const { dataset, report, assumedDecimalType, leftOut } = result.value;
    return toolSuccess(
      fitInference(dataset, report, {
        note:
          [entriesNote(found), assumedDecimalType && declareDecimalType(assumedDecimalType)]
            .filter((each) => each !== undefined)
            .join(' ') || undefined,
        ...skippedData(found, leftOut),
      }),
    );
  }
  const [first] = result.failure.kind === 'unreadable-files' ? result.failure.files : [];
  if (first === undefined) return toolFailure({ kind: 'cancelled-call' });
  return toolFailure({
    kind: 'not-inferable',
    file: first.file,
    details: describeInferenceFailure(first.failure),
  });
}

function declareDecimalType(name: string): string {
  return `Columns with fractions have the data type ${name}, which is not declared yet. Ask the user for the data type that the service uses for fractions, and to add it to dataTypes in the project file (dataset-studio.json).`;
}

/**
 * Cuts the result to the size limit: first the other facts about columns, then what was skipped, then whole tables. Of a
 * dataset, no part is useful.
 */
function fitInference(
  dataset: Dataset,
  { tables, sources }: InferenceReport,
  rest: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const ofSchemas: Readonly<Record<string, readonly unknown[]>> = sources.length > 0 ? { sources } : {};
  const everything = { dataset, tables, ...ofSchemas, ...rest };
  if (jsonSize(everything) <= resultLimits.long) return everything;

  const short = tables.map((table) => ({
    ...table,
    columns: table.columns.map(({ name, dataType, decidingRow, decidingValue }) => ({
      name,
      dataType,
      decidingRow,
      decidingValue,
    })),
  }));
  const limit = { bytes: resultLimits.long, isWhole: false };
  const lists = { tables: short, ...ofSchemas };
  const shortened = withLists({ dataset, ...rest }, lists, () => truncatedFacts, limit);
  if (jsonSize(shortened) <= resultLimits.long) return shortened;

  const columnCount = dataset.tables.reduce((sum, { columns }) => sum + columns.length, 0);
  const truncated = `Truncated: the dataset is not complete, because it is too long. Tables: ${dataset.tables.length}, columns: ${columnCount}. Call dataset_infer with fewer \`files\`, or ask the user to run dataset-studio infer with --output.`;
  const none = { dataset: { name: dataset.name, tables: [] }, tables: [], ...rest };
  return withLists(none, ofSchemas, () => truncated, limit);
}

const truncatedFacts =
  'Truncated: the dataset is complete, but `tables` does not contain all facts about all columns, and `sources` may not contain all files. Call dataset_infer with fewer `files`, or ask the user to run dataset-studio infer with --report.';
