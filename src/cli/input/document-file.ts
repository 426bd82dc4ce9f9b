import { type DocumentFormat, formatOf } from '../../dataset/document-format.ts';
import { readRegularFileSync } from '../../storage/regular-file.ts';
import { plainText } from '../../text/plain-text.ts';
import { UsageError } from '../terminal.ts';

export interface ReadDocument {
  readonly outcome: 'read';
  readonly format: DocumentFormat;
  readonly content: Uint8Array;
}

export interface UnreadableDocument {
  readonly outcome: 'unreadable';
  /** Sentences for people, with what to do. */
  readonly reason: string;
}

/**
 * Reads at once: the command line has nothing else to do meanwhile, and waiting for the answer takes three times as
 * long as reading a file. Throws a `UsageError` for a path whose name is no dataset file's.
 */
export function readDocument(path: string): ReadDocument | UnreadableDocument {
  const format = formatOf(path);
  if (!format)
    throw new UsageError(`${plainText(path)} is no dataset file: its name must end in .json, .yaml or .yml.`);
  try {
    return { outcome: 'read', format, content: readRegularFileSync(path) };
  } catch (error) {
    return { outcome: 'unreadable', reason: reasonUnreadable(error) };
  }
}

/** What the file system says, in sentences for people. */
export function reasonUnreadable(error: unknown): string {
  switch (errorCode(error)) {
    case 'ENOENT':
      return 'There is no such file: check the path, and where it is a link, what that leads to.';
    case 'ELOOP':
      return 'It is a link that leads round in a circle: check what it leads to.';
    case 'EISDIR':
      return 'It is a directory: name a file in it.';
    case 'EFTYPE':
    case 'ENXIO':
      return 'It is a pipe or a device: name a file.';
    case 'EACCES':
    case 'EPERM':
      return 'Permission was denied: check the permissions.';
    case 'EBUSY':
      return 'Another program is using it: close it there, and try again.';
    case 'ERR_FS_FILE_TOO_LARGE':
      return 'It is larger than 2 GB: split it.';
    default:
      return 'Check that the file system is there.';
  }
}

export function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
