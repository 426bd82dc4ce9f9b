import { inferDataset } from '../../app/infer-dataset.ts';
import { describeInferenceFailure } from '../../app/messages/inference-failure.ts';
import type { Dataset, Table } from '../../dataset/dataset.ts';
import { isDatasetFile } from '../../inference/formats/formats.ts';
import type { DataFile } from '../../inference/infer-sources.ts';
import { noteChoices } from '../../inference/notes.ts';
import type { NoteHint, TableReport } from '../../inference/report/report.ts';
import { failure, type Result, success } from '../../result.ts';
import type { inputSchemas } from '../definitions.ts';
import {
  describeFileFailure,
  type FileFailure,
  type ToolResult,
  toolFailure,
  toolSuccess,
} from '../failure.ts';
import type { InputOf } from '../input-schema.ts';
import { jsonSize, resultLimits, Space } from '../limits.ts';
import type { DataPort, DocumentPort, FoundData, FoundFiles } from '../ports.ts';

/** `dataset_infer`. */
export async function datasetInfer(
  { files, name, ...reading }: InputOf<typeof inputSchemas.dataset_infer>,
  { data, documents }: { readonly data: DataPort; readonly documents: Pick<DocumentPort, 'settings'> },
  signal: AbortSignal,
): Promise<ToolResult> {
  const found = await findData(files, data);
  if (!found.ok) return toolFailure(found.failure);
  const result = await inferDataset(
    found.value.files,
    { name, signal, reading },
    { read: data.read, dataTypes: async () => (await documents.settings()).dataTypes, hint: inputHint },
  );
  if (result.ok) {
    const { dataset, report, assumedDecimalType } = result.value;
    return toolSuccess(
      fitInference(dataset, report.tables, {
        ...(assumedDecimalType && { note: declareDecimalType(assumedDecimalType) }),
        ...describeSkipped(found.value),
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

/** The input that reads the data of a note in another way, as a sentence after a space; empty if there is none. */
const inputHint: NoteHint = (note) => {
  const choices = noteChoices(note).map((choice) => JSON.stringify(choice));
  return choices.length === 0 ? '' : ` To change it, pass ${choices.join(' or ')}.`;
};

/** Further skipped files are not listed. */
const maxSkipped = 10;

function declareDecimalType(name: string): string {
  return `Columns with fractions have the data type ${name}, which is not declared yet. Ask the user for the data type that the service uses for fractions, and to add it to the setting dataset.dataTypes.`;
}

/** Cuts the result to the size limit: first the other facts about columns, then the deciding rows, then the dataset. */
function fitInference(
  dataset: Dataset,
  tables: readonly TableReport[],
  rest: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
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
  const space = new Space(bytes);
  const fitted: object[] = [];
  for (const table of tables) {
    const [head] = space.take([{ ...table, columns: [] }]);
    if (head === undefined) break;
    fitted.push({ ...head, columns: space.take(table.columns) });
  }
  return fitted;
}

/** The data files that paths and globs name. A glob may find datasets, which are no data. */
export async function findData(
  files: readonly string[],
  data: DataPort,
): Promise<Result<FoundData, FileFailure>> {
  const found = await data.find(files);
  if (!found.ok) return found;
  const { skipped } = found.value;
  const [first] = skipped;
  const dataFiles = found.value.files.filter(({ label }) => files.includes(label) || !isDatasetFile(label));
  if (dataFiles.length > 0) return success({ files: dataFiles, skipped });
  return failure(first ? { kind: 'unreadable', ...first } : { kind: 'no-match', files });
}

/** For a result: what was skipped, if anything was. */
export function describeSkipped({ skipped }: FoundData): Readonly<Record<string, unknown>> {
  return skipped.length > 0 ? { skipped: skipped.slice(0, maxSkipped) } : {};
}

/** What was found, opened. What only a glob names is skipped if it may not be read, such as a link that leads elsewhere. */
export async function openFound(
  named: readonly string[],
  { files, unreadable }: FoundFiles,
  open: (file: string) => Promise<Result<DataFile, FileFailure>>,
): Promise<Result<FoundData, FileFailure>> {
  const opened: DataFile[] = [];
  const skipped = [...unreadable];
  for (const file of files) {
    const result = await open(file);
    if (result.ok) opened.push(result.value);
    else if (named.includes(file)) return result;
    else skipped.push({ file, details: describeFileFailure(result.failure) });
  }
  return success({ files: opened, skipped });
}
