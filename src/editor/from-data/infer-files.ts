import { l10n, type Uri } from 'vscode';
import { describeInferenceFailure } from '../../app/messages/inference-failure.ts';
import type { DataFile, FailedFile, InferredFiles, ReadFilesOptions } from '../../inference/infer-sources.ts';
import { isRecord } from '../../is-record.ts';
import { printable } from '../../text/printable.ts';
import type { TaskChecking } from '../documents/run-on-document.ts';
import type { CommonStudio } from '../studio/common-studio.ts';
import { readStoredFile } from '../studio/stored-files.ts';
import { fileName } from '../studio/uris.ts';

/** What this feature needs of a window. */
export interface FromDataHost extends TaskChecking, Pick<CommonStudio, 'read' | 'onDisk' | 'extensionUri'> {
  readonly settings: Pick<
    CommonStudio['settings'],
    'judge' | 'validation' | 'dataEntry' | 'newProjectFile' | 'chosenDecimalType'
  >;
}

/** Reads data files wherever they are. Resolves to `undefined` if it is cancelled. */
export async function inferFiles(
  host: Pick<FromDataHost, 'read' | 'onDisk'>,
  uris: readonly Uri[],
  options: ReadFilesOptions,
): Promise<InferredFiles | undefined> {
  const { files, failures } = await openUris(host, uris, options.signal);
  const inferred = await host.read(files, options);
  return inferred && { ...inferred, failures: [...failures, ...inferred.failures] };
}

/** Data files as they can be read, and those that can't be opened. */
export async function openUris(
  { onDisk }: Pick<FromDataHost, 'onDisk'>,
  uris: readonly Uri[],
  signal: AbortSignal,
  labelOf: (uri: Uri) => string = fileName,
): Promise<{ readonly files: readonly DataFile[]; readonly failures: readonly FailedFile[] }> {
  const files: DataFile[] = [];
  const failures: FailedFile[] = [];
  for (const uri of uris) {
    if (signal.aborted) break;
    const known = onDisk(uri);
    const [name, label] = [fileName(uri), labelOf(uri)];
    try {
      files.push(
        known === undefined
          ? { kind: 'memory', name, label, path: uri.path, content: await readStoredFile(uri) }
          : { ...known, label },
      );
    } catch (error) {
      const code = isRecord(error) ? String(error.code) : undefined;
      failures.push({ file: label, failure: { kind: 'unreadable', code } });
    }
  }
  return { files, failures };
}

/** Files that are listed. */
const maxListed = 5;

/** Why files can't be read: a sentence or more for each of the first few. */
export function describeFailures(failures: readonly FailedFile[]): string[] {
  const listed = failures
    .slice(0, maxListed)
    .map(({ file, failure }) => l10n.t('{0}: {1}', printable(file), describeInferenceFailure(failure)));
  return failures.length > maxListed ? [...listed, '…'] : listed;
}
