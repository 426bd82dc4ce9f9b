import type {
  DataFile,
  FilesProgress,
  InferredFile,
  InferredFiles,
  ReadFilesOptions,
} from '../../inference/infer-sources.ts';

/** The only message to a worker. */
export interface InferQuestion extends Pick<ReadFilesOptions, 'reading' | 'merge'> {
  readonly files: readonly DataFile[];
  /** Whether each file is sent once it is read; otherwise all are sent at the end. */
  readonly sendsFiles: boolean;
}

/** What a worker sends. */
export type InferAnswer =
  | { readonly kind: 'progress'; readonly progress: FilesProgress }
  | { readonly kind: 'file'; readonly file: InferredFile }
  | { readonly kind: 'done'; readonly inferred: InferredFiles };

/** Reads files of up to 64 MB in a web worker of their own. `script`: the URL of the compiled `web-worker.ts`. */
export async function readInWorker(
  script: string,
  files: readonly DataFile[],
  { signal, reading, merge, onFile, onProgress }: ReadFilesOptions,
): Promise<InferredFiles | undefined> {
  if (signal.aborted) return undefined;
  const worker = new Worker(script);
  return new Promise<InferredFiles | undefined>((resolve, reject) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
    worker.addEventListener('message', ({ data }: MessageEvent<InferAnswer>) => {
      switch (data.kind) {
        case 'progress':
          onProgress?.(data.progress);
          break;
        case 'file':
          onFile?.(data.file);
          break;
        case 'done':
          resolve(data.inferred);
      }
    });
    worker.addEventListener('error', ({ message }) => reject(new Error(message)));
    worker.postMessage({ files, reading, merge, sendsFiles: onFile !== undefined } satisfies InferQuestion);
  }).finally(() => worker.terminate());
}
