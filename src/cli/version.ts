import { readFileSync } from 'node:fs';

/** The version of this package. The built file lies two folders below its `package.json`, too. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return String(version);
}
