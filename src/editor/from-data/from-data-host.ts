import type { Uri } from 'vscode';
import type { InferredFiles, ReadingChoices } from '../../inference/infer-sources.ts';

/** What this feature needs from the place where the extension runs: Node.js or a browser. */
export interface FromDataHost {
  /** Reads data files whole. Resolves to `undefined` if it is cancelled. */
  inferFiles(files: readonly Uri[], options: InferFilesOptions): Promise<FilesInEditor | undefined>;
}

export interface InferFilesOptions {
  readonly signal: AbortSignal;
  readonly reading?: ReadingChoices;
  /** Called with the part of all bytes that was read, up to 1. */
  readonly onProgress?: (part: number) => void;
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
