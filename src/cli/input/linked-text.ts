import { realpathSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { DocumentToValidate } from '../../app/validate-datasets.ts';
import { hasDatasetName } from '../../dataset/dataset.ts';
import { readValue } from '../../dataset/document.ts';
import type { Problem } from '../../dataset/problem.ts';
import { isRecord } from '../../is-record.ts';
import { folded } from '../../project/paths.ts';
import { isWithin } from '../../system/is-within.ts';

type Document = Pick<DocumentToValidate, 'content' | 'format'>;

/** The problems of a document as they may be printed: with their places, but no text if it `hidesText`. */
export async function withoutLinkedText(
  path: string,
  document: Document,
  problems: readonly Problem[],
): Promise<readonly Problem[]> {
  if (problems.length === 0 || !(await hidesText(path, document))) return problems;
  const message =
    'The link leads to a file that is not a dataset, so its text is not shown. Open it to see why.';
  return problems.map(({ code, severity, range }) => ({ code, severity, range, message }));
}

/**
 * Whether a path leads by a link to a file that is no dataset. Who wrote the link chose that file, such as one with a secret, and a
 * log shows what is printed to others.
 */
export async function hidesText(path: string, { content, format }: Document): Promise<boolean> {
  if (path === '-' || !leadsElsewhere(path, hasDatasetName)) return false;
  const parsed = await readValue(content, format);
  return !(parsed.ok && isRecord(parsed.value) && Array.isArray(parsed.value.tables));
}

/** Whether a path leads by a link to a file whose name `isExpected` doesn't know. */
export function leadsElsewhere(path: string, isExpected: (path: string) => boolean): boolean {
  const absolute = resolve(path);
  let real: string;
  try {
    real = realpathSync.native(path);
  } catch {
    // There is nothing to show.
    return false;
  }
  const isLink = isWithin(process.cwd(), absolute)
    ? folded(real) !== folded(absolute)
    : folded(basename(real)) !== folded(basename(absolute));
  return isLink && !isExpected(real);
}
