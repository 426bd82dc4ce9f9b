import { l10n, type Uri } from 'vscode';
import type { DataSource } from '../../../inference/source.ts';
import { fileName } from '../file-name.ts';
import type { FromDataHost, InferFilesOptions } from '../from-data-host.ts';
import { type FileFailure, type InferredFiles, inferSources } from '../inferring/infer-sources.ts';
import { memorySource, webPorts } from '../inferring/memory-source.ts';
import { readContent } from '../inferring/read-content.ts';

/** Reads files of up to 64 MB. It gives way to other work every few milliseconds, so it needs no thread. */
export const browserHost: FromDataHost = { inferFiles };

async function inferFiles(
  files: readonly Uri[],
  { signal, reading = {}, onProgress }: InferFilesOptions,
): Promise<InferredFiles | undefined> {
  const sources: DataSource[] = [];
  const failures: FileFailure[] = [];
  for (const file of files) {
    const content = await readContent(file);
    if (signal.aborted) return undefined;
    const name = fileName(file);
    if (content.ok) sources.push(memorySource(name, content.value));
    else failures.push({ file: name, message: content.failure });
  }
  const size = sources.reduce((sum, source) => sum + (source.size ?? 0), 0);
  const inferred = await inferSources(sources, {
    ports: webPorts,
    signal,
    reading,
    onProgress: (bytes) => onProgress?.(bytes / size),
    describeReadFailure: () => l10n.t("The file can't be read. Try again."),
  });
  return inferred && { ...inferred, failures: [...failures, ...inferred.failures] };
}
