import type { Uri } from 'vscode';
import type { InferredFiles } from './inferring/infer-sources.ts';
import type { ReadingChoices } from './inferring/reading-choices.ts';

/** What this feature needs from the place where the extension runs: Node.js or a browser. */
export interface FromDataHost {
  /** Reads data files whole. Resolves to `undefined` if it is cancelled. */
  inferFiles(files: readonly Uri[], options: InferFilesOptions): Promise<InferredFiles | undefined>;
}

export interface InferFilesOptions {
  readonly signal: AbortSignal;
  readonly reading?: ReadingChoices;
  /** Called with the part of all bytes that was read, up to 1. */
  readonly onProgress?: (part: number) => void;
}
