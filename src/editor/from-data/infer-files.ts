import { l10n, type Uri } from 'vscode';
import { describeInferenceFailure } from '../../app/messages/inference-failure.ts';
import { reasonOf } from '../../app/read-file.ts';
import type { DataFile, InferredFiles, ReadFiles, ReadFilesOptions } from '../../inference/infer-sources.ts';
import { failure, type Result } from '../../result.ts';
import { printable } from '../../text/printable.ts';
import { describeUnreadableFile } from '../../text/read-failure.ts';
import { workspaceFiles } from '../authoring/workspace/stored-files.ts';
import type { CommonStudio } from '../studio/common-studio.ts';
import { fileName } from '../uris.ts';

/** What this feature needs from the place where the extension runs: Node.js or a browser. */
export interface FromDataHost extends DataFileHost {
  readonly settings: Pick<CommonStudio['settings'], 'judge'>;
}

/** What reads data files. */
export interface DataFileHost {
  readonly read: ReadFiles;
  /** A file that `read` opens by itself; the content of others is read by VS Code. */
  readonly onDisk: (uri: Uri) => DataFile | undefined;
  /** The folder of the extension. */
  readonly extensionUri: Uri;
}

/** Reads data files wherever they are, and says why some can't be read. Resolves to `undefined` if it is cancelled. */
export async function inferFiles(
  host: Pick<FromDataHost, 'read' | 'onDisk'>,
  uris: readonly Uri[],
  options: ReadFilesOptions,
): Promise<FilesInEditor | undefined> {
  const { files, problems } = await openDataFiles(host, uris, options.signal);
  const inferred = await host.read(files, options);
  if (inferred === undefined) return undefined;
  return withProblems(inferred, problems);
}

/** `problems`: of files that could not be opened. */
export function withProblems(
  { tables, merged, schemas, failures }: InferredFiles,
  problems: readonly FileProblem[] = [],
): FilesInEditor {
  const failed = failures.map(({ file, failure }) => ({ file, message: describeInferenceFailure(failure) }));
  return { tables, merged, schemas, problems: [...problems, ...failed] };
}

/** Data files as they can be read, and those that can't. */
export async function openDataFiles(
  { onDisk }: Pick<FromDataHost, 'onDisk'>,
  uris: readonly Uri[],
  signal: AbortSignal,
  labelOf: (uri: Uri) => string = fileName,
): Promise<{ readonly files: readonly DataFile[]; readonly problems: readonly FileProblem[] }> {
  const files: DataFile[] = [];
  const problems: FileProblem[] = [];
  for (const uri of uris) {
    const known = onDisk(uri);
    const [name, label] = [fileName(uri), labelOf(uri)];
    const content = known === undefined ? await readContent(uri) : undefined;
    if (signal.aborted) break;
    if (known !== undefined) files.push({ ...known, label });
    else if (content?.ok) files.push({ kind: 'memory', name, label, path: uri.path, content: content.value });
    else if (content !== undefined) problems.push({ file: label, message: content.failure });
  }
  return { files, problems };
}

/** What data files contain, and why some can't be read. */
export interface FilesInEditor extends Pick<InferredFiles, 'tables' | 'merged' | 'schemas'> {
  readonly problems: readonly FileProblem[];
}

/** A file that can't be read. */
export interface FileProblem {
  readonly file: string;
  /** Sentences for people. */
  readonly message: string;
}

/** Problems that are listed. */
const maxListed = 5;

/** A sentence or more for each of the first few files. */
export function describeProblems(problems: readonly FileProblem[]): string[] {
  const listed = problems
    .slice(0, maxListed)
    .map(({ file, message }) => l10n.t('{0}: {1}', printable(file), message));
  return problems.length > maxListed ? [...listed, '…'] : listed;
}

/** Reads a file of up to 64 MB through VS Code, wherever it is. The failure is a message for the user. */
export async function readContent(file: Uri): Promise<Result<Uint8Array, string>> {
  const content = await workspaceFiles.read(file);
  return content.ok ? content : failure(describeUnreadableFile(reasonOf(content.failure)));
}
