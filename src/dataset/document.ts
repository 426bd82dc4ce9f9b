import type { Dataset } from './dataset.ts';
import type { Localize } from './localize.ts';
import type { Problem } from './problem.ts';
import type { RuleSettings } from './rules.ts';

export type DocumentFormat = 'json' | 'yaml';

export interface ValidationOptions extends RuleSettings {
  readonly localize: Localize;
}

/** What checking a document's bytes before a submission comes to. */
export type CheckedDocument =
  | {
      readonly valid: true;
      readonly dataset: Dataset;
      /** The request body (contract, "The document"): a JSON file's own bytes; a YAML file's value as JSON. */
      readonly body: Uint8Array;
      /** Problems that don't block. */
      readonly problems: readonly Problem[];
    }
  | { readonly valid: false; readonly problems: readonly Problem[] };
