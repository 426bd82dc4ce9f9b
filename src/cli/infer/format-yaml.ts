import { stringify } from 'yaml';

/** A value as YAML, without line breaks in long strings. */
export function formatYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0 });
}
