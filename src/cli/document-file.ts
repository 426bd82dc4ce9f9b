import { readFileSync } from 'node:fs';
import { type DocumentFormat, formatOf } from '../dataset/document.ts';
import { plainText } from '../text/plain-text.ts';
import { UsageError } from './terminal.ts';

export interface DocumentFile {
  /** As given on the command line. */
  readonly path: string;
  readonly format: DocumentFormat;
  readonly content: Uint8Array;
}

/**
 * Reads at once: the command line has nothing else to do meanwhile, and waiting for the answer takes three times as
 * long as reading a file.
 */
export function readDocument(path: string): DocumentFile {
  const format = formatOf(path);
  if (!format)
    throw new UsageError(`${plainText(path)} is no dataset file: its name must end in .json, .yaml or .yml.`);
  try {
    return { path, format, content: readFileSync(path) };
  } catch (error) {
    throw new UsageError(`${plainText(path)} can't be read. ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'ENOENT':
      return 'There is no such file: check the path.';
    case 'EISDIR':
      return 'It is a directory: name a file in it.';
    case 'EACCES':
    case 'EPERM':
      return "Permission was denied: check the file's permissions.";
    case 'ERR_FS_FILE_TOO_LARGE':
      return 'It is larger than 2 GB: split it.';
    default:
      return 'Check that the file system is there.';
  }
}
