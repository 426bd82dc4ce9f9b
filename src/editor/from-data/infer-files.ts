import { l10n, type Uri } from 'vscode';
import { describeInferenceFailure } from '../../app/messages/inference-failure.ts';
import type { DataFile, InferredFiles, ReadFiles, ReadFilesOptions } from '../../inference/infer-sources.ts';
import { failure, type Result } from '../../result.ts';
import { workspaceFiles } from '../authoring/workspace/file-content.ts';

/** What this feature needs from the place where the extension runs: Node.js or a browser. */
export interface FromDataHost {
  readonly read: ReadFiles;
  /** A file that `read` opens by itself; the content of others is read by VS Code. */
  readonly onDisk: (uri: Uri) => DataFile | undefined;
  /** The folder of the extension. */
  readonly extensionUri: Uri;
}

/** Reads data files wherever they are, and says why some can't be read. Resolves to `undefined` if it is cancelled. */
export async function inferFiles(
  { read, onDisk }: Pick<FromDataHost, 'read' | 'onDisk'>,
  uris: readonly Uri[],
  options: ReadFilesOptions,
): Promise<FilesInEditor | undefined> {
  const files: DataFile[] = [];
  const problems: FileProblem[] = [];
  for (const uri of uris) {
    const known = onDisk(uri);
    const name = fileName(uri);
    const content = known === undefined ? await readContent(uri) : undefined;
    if (options.signal.aborted) return undefined;
    if (known !== undefined) files.push(known);
    else if (content?.ok)
      files.push({ kind: 'memory', name, label: name, path: uri.path, content: content.value });
    else if (content !== undefined) problems.push({ file: name, message: content.failure });
  }
  const inferred = await read(files, options);
  if (inferred === undefined) return undefined;
  return withProblems(inferred, problems);
}

/** `problems`: of files that could not be opened. */
export function withProblems(
  { tables, merged, failures }: InferredFiles,
  problems: readonly FileProblem[] = [],
): FilesInEditor {
  const failed = failures.map(({ file, failure }) => ({ file, message: describeInferenceFailure(failure) }));
  return { tables, merged, problems: [...problems, ...failed] };
}

/** What data files contain, and why some can't be read. */
export interface FilesInEditor extends Pick<InferredFiles, 'tables' | 'merged'> {
  readonly problems: readonly FileProblem[];
}

/** A file that can't be read. */
export interface FileProblem {
  readonly file: string;
  /** Sentences for people. */
  readonly message: string;
}

/** Reads a file of up to 64 MB through VS Code, wherever it is. The failure is a message for the user. */
export async function readContent(file: Uri): Promise<Result<Uint8Array, string>> {
  const content = await workspaceFiles.read(file);
  if (content.ok) return content;
  switch (content.failure.kind) {
    case 'not-found':
      return failure(l10n.t('The file no longer exists.'));
    case 'unreadable':
      return failure(content.failure.message);
  }
}

/** The last part of a URI's path. */
export function fileName({ path }: Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
