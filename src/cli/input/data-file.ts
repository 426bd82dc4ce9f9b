import { basename, resolve } from 'node:path';
import type { DataFile, FilesProgress } from '../../inference/infer-sources.ts';
import { plainText } from '../../text/plain-text.ts';
import { normalizedPath } from '../output/repository-paths.ts';

/** A data file as inference reads it. `name`: that of standard input. */
export function dataFile(path: string, name = 'stdin', isFound = false): DataFile {
  if (path === '-') return { kind: 'input', name, label: '-', path: '' };
  return { kind: 'disk', name: basename(path), label: normalizedPath(path), path: resolve(path), isFound };
}

/** How far a file is read. */
export function describeProgress({ label, size, bytes }: FilesProgress): string {
  const megabytes = Math.floor(bytes / 1_000_000);
  const all = size === undefined ? '' : ` of ${Math.ceil(size / 1_000_000)} MB`;
  return `Reading ${plainText(label, 60)}: ${megabytes} MB${all}`;
}
