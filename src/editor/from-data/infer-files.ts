import type { Uri } from 'vscode';
import { describeInferenceFailure } from '../../app/messages/inference-failure.ts';
import type { DataFile, ReadFiles } from '../../inference/infer-sources.ts';
import { fileName } from './file-name.ts';
import type { FileProblem, FilesInEditor, InferFilesOptions } from './from-data-host.ts';
import { readContent } from './read-content.ts';

interface FileAccess {
  readonly read: ReadFiles;
  /** A file that `read` opens by itself; the content of others is read by VS Code. */
  readonly onDisk: (uri: Uri) => DataFile | undefined;
}

/** Reads data files wherever they are, and says why some can't be read. */
export async function inferFiles(
  uris: readonly Uri[],
  { signal, reading, onProgress }: InferFilesOptions,
  { read, onDisk }: FileAccess,
): Promise<FilesInEditor | undefined> {
  const files: DataFile[] = [];
  const problems: FileProblem[] = [];
  for (const uri of uris) {
    const known = onDisk(uri);
    const name = fileName(uri);
    const content = known === undefined ? await readContent(uri) : undefined;
    if (signal.aborted) return undefined;
    if (known !== undefined) files.push(known);
    else if (content?.ok)
      files.push({ kind: 'memory', name, label: name, path: uri.path, content: content.value });
    else if (content !== undefined) problems.push({ file: name, message: content.failure });
  }
  const inferred = await read(files, { signal, reading, onProgress: ({ part }) => onProgress?.(part) });
  if (inferred === undefined) return undefined;
  for (const { file, failure } of inferred.failures)
    problems.push({ file, message: describeInferenceFailure(failure) });
  return { tables: inferred.tables, merged: inferred.merged, problems };
}
