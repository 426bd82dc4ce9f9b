import { readFile } from 'node:fs/promises';
import { type DocumentFormat, formatOf } from '../dataset/document.ts';
import { plainText } from '../gateway/server-text.ts';
import { UsageError } from './terminal.ts';

export interface DocumentFile {
  /** As given on the command line. */
  readonly path: string;
  readonly format: DocumentFormat;
  readonly content: Uint8Array;
}

export async function readDocument(path: string): Promise<DocumentFile> {
  const format = formatOf(path);
  if (!format)
    throw new UsageError(`${plainText(path)} is no dataset file: its name must end in .json, .yaml or .yml.`);
  try {
    return { path, format, content: await readFile(path) };
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
    default:
      return 'Check that the file system is there.';
  }
}
