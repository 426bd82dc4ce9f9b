import { stringify } from 'yaml';

/** A value as YAML, without line breaks in long strings. The library is loaded when it is needed. */
export function writeYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0 });
}
