import type { InferredFiles } from '../inferring/infer-sources.ts';
import type { ReadingChoices } from '../inferring/reading-choices.ts';

/** A data file that a worker reads. `name`: what the report and messages call it. */
export type WorkerFile =
  | { readonly kind: 'path'; readonly name: string; readonly path: string }
  | { readonly kind: 'content'; readonly name: string; readonly content: Uint8Array };

/** The first message to a worker, and the only one. */
export interface InferRequest {
  readonly files: readonly WorkerFile[];
  readonly reading: ReadingChoices;
  /** English messages and their translations, as in VS Code's `l10n.bundle`; `undefined` for English. */
  readonly translations: Readonly<Record<string, string>> | undefined;
}

/** What a worker sends. */
export type InferMessage =
  /** The part of all bytes that was read, up to 1. */
  | { readonly kind: 'progress'; readonly part: number }
  | { readonly kind: 'done'; readonly inferred: InferredFiles };
