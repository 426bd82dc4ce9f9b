import { ExactNumber } from './text/exact-number.ts';

/** Whether a value that was parsed from JSON, YAML or a setting is an object with properties. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
  );
}
