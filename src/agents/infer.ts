import type { Result } from '../result.ts';
import type { inputSchemas } from './definitions.ts';
import type { DataFailure, FileFailure } from './failure.ts';
import type { InputOf } from './input-schema.ts';
import type { ToolResult } from './result.ts';
import { toolFailure } from './result.ts';

/** Opens data files below the root. */
export interface InferencePort {
  open(patterns: readonly string[]): Promise<Result<readonly unknown[], FileFailure | DataFailure>>;
}

/** `dataset_infer`. */
export async function infer(
  _input: InputOf<typeof inputSchemas.dataset_infer>,
  _ports: { readonly data: InferencePort },
  _signal: AbortSignal,
): Promise<ToolResult> {
  return toolFailure({ kind: 'unexpected' });
}
