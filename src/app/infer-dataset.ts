import type { Dataset, DocumentFormat } from '../dataset/dataset.ts';
import { defaultDecimalType, findDecimalType } from '../dataset/rules/type-names.ts';
import { dataExtensions } from '../inference/formats/formats.ts';
import type {
  DataFile,
  FailedFile,
  InferredFiles,
  ReadFiles,
  ReadFilesOptions,
  SchemaSource,
} from '../inference/infer-sources.ts';
import { hasFractions, type InferredTable, toDataset } from '../inference/inferred-table.ts';
import { type InferenceReport, inferenceReport, type NoteHint } from '../inference/report/report.ts';
import { withoutExtension } from '../inference/unique-names.ts';
import { failure, type Result, success } from '../result.ts';

/** What inference needs of its front end. */
export interface InferHost {
  readonly read: ReadFiles;
  /** The data types that the user has declared. */
  dataTypes(): Promise<readonly string[]>;
  /** What the report adds to a note. */
  readonly hint?: NoteHint;
}

export interface InferOptions extends ReadFilesOptions {
  /** The dataset's name; by default that of the files. */
  readonly name?: string | undefined;
  /** The data type of fractions; by default the first declared one that is for fractions. */
  readonly decimalType?: string | undefined;
}

export interface InferredDataset {
  readonly dataset: Dataset;
  readonly tables: readonly InferredTable[];
  readonly report: InferenceReport;
  /** The data type of fractions, if there are any and nobody has declared one. The front end says how to. */
  readonly assumedDecimalType: string | undefined;
  readonly schemas: readonly SchemaSource[];
  /** Files that a folder or a glob contains, and that only look like schemas. */
  readonly leftOut: readonly FailedFile[];
}

export type InferFailure =
  | { readonly kind: 'cancelled' }
  /** At least one file. */
  | { readonly kind: 'unreadable-files'; readonly files: readonly FailedFile[] };

/** The dataset that fits data files, for front ends that ask nothing. All files are tried, so that one run shows all that is wrong. */
export async function inferDataset(
  files: readonly DataFile[],
  { name, merge = false, decimalType, ...options }: InferOptions,
  host: InferHost,
): Promise<Result<InferredDataset, InferFailure>> {
  const inferred = await host.read(files, { ...options, merge });
  if (inferred === undefined) return failure({ kind: 'cancelled' });
  const leftOut = inferred.failures.filter((failed) => isLeftOut(failed, files));
  const isNothingLeft = leftOut.length > 0 && leftOut.length === files.length;
  if (inferred.failures.length > leftOut.length || isNothingLeft)
    return failure({ kind: 'unreadable-files', files: inferred.failures });
  const tables = tablesOf(inferred, merge);
  const chosen = decimalType ?? (hasFractions(tables) ? findDecimalType(await host.dataTypes()) : undefined);
  const type = chosen ?? defaultDecimalType;
  return success({
    tables,
    schemas: inferred.schemas,
    leftOut,
    dataset: toDataset(name ?? datasetName(files), tables, type),
    report: inferenceReport(tables, type, host.hint, inferred.schemas),
    assumedDecimalType: chosen === undefined && hasFractions(tables) ? type : undefined,
  });
}

/** The tables of data files. `isMerged`: those of several files with the same columns are one table. */
export function tablesOf({ tables, merged }: InferredFiles, isMerged: boolean): readonly InferredTable[] {
  return (isMerged && merged) || tables;
}

/** Whether a file only looks like a schema, and nobody has named it. */
export function isLeftOut({ file, failure }: FailedFile, files: readonly DataFile[]): boolean {
  const isNoSchema = ['no-create-table', 'no-schema', 'invalid-yaml', 'yaml-too-large'].includes(
    failure.kind,
  );
  return isNoSchema && files.some(({ label, isFound }) => isFound && label === file);
}

/** The name of the only file, or of the nearest folder that all files are in; empty if there is none. */
export function datasetName(files: readonly Pick<DataFile, 'kind' | 'name' | 'path'>[]): string {
  const [only] = files;
  if (only !== undefined && files.length === 1) return withoutExtension(only.name, dataExtensions);
  const [first = [], ...others] = files.flatMap(({ kind, path }) =>
    kind === 'input' ? [] : [foldersOf(path)],
  );
  const different = first.findIndex((folder, index) => others.some((other) => other[index] !== folder));
  return (different < 0 ? first : first.slice(0, different)).at(-1)?.replace(/:$/, '') ?? '';
}

function foldersOf(path: string): readonly string[] {
  const isOfWindows = /^(?:[a-z]:)?\\/i.test(path) || /^[a-z]:/i.test(path);
  return path.split(isOfWindows ? /[\\/]/ : '/').slice(0, -1);
}

/** A new dataset as the text of a document. */
export async function datasetText(dataset: Dataset, format: DocumentFormat): Promise<string> {
  if (format === 'json') return `${JSON.stringify(dataset, null, 2)}\n`;
  const { yamlText } = await import('./yaml-text.ts');
  return yamlText(dataset);
}
