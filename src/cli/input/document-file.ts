import { describeReadFailure } from '../../app/messages/read-failure.ts';
import { type DocumentFormat, formatOf } from '../../dataset/dataset.ts';
import { failure, type Result, success } from '../../result.ts';
import { isTooLarge, type ReadSyncOptions, readRegularFileSync } from '../../storage/regular-file.ts';
import { plainText } from '../../text/plain-text.ts';
import { UsageError } from '../terminal.ts';

export interface ReadDocument {
  readonly format: DocumentFormat;
  readonly content: Uint8Array;
}

export interface ReadFailure {
  readonly kind: 'unreadable' | 'too-large';
  /** Why and what to do, in sentences. */
  readonly reason: string;
}

/**
 * Reads a file synchronously: the command line has nothing else to do, and an asynchronous call takes three times as long.
 * Throws a `UsageError` for a file that isn't a dataset file by its name.
 */
export function readDocument(path: string, options?: ReadSyncOptions): Result<ReadDocument, ReadFailure> {
  const format = requireDatasetName(path);
  try {
    return success({ format, content: readRegularFileSync(path, options) });
  } catch (error) {
    return failure({
      kind: isTooLarge(error) ? 'too-large' : 'unreadable',
      reason: describeReadFailure(error),
    });
  }
}

/** The format of a file by its name. Throws a `UsageError` if that isn't the name of a dataset file. */
export function requireDatasetName(path: string): DocumentFormat {
  const format = formatOf(path);
  if (!format)
    throw new UsageError(
      `${plainText(path)} is not a dataset file. Its name must end in .json, .yaml, or .yml.`,
    );
  return format;
}
