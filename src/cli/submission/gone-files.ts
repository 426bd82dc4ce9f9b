import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DatasetHistory } from '../../submission/dataset-history.ts';
import { isDone } from '../../submission/journal/entry.ts';
import { type JournalRecord, serviceAddress } from '../../submission/journal/journal.ts';
import { isWithin } from '../../system/is-within.ts';
import { originAddress } from '../../system/origin-address.ts';
import { filePath, repositoryRoots } from '../../system/repository-root.ts';

/** The newest dataset of a document that exists no more, and where that was. */
export interface GoneFile {
  readonly path: string;
  readonly record: JournalRecord;
}

/**
 * At each service, the newest datasets of documents below the current folder that exist no more, and whose content no file has.
 * `contents`: hashes of the contents of all dataset files.
 */
export function goneFiles({ records }: DatasetHistory, contents: ReadonlySet<string>): readonly GoneFile[] {
  const here = process.cwd();
  const root = repositoryRoots()(join(here, 'any'));
  const origin = root && originAddress(root);
  const newest = new Map<string, GoneFile>();
  for (const record of records) {
    const { document, path: ownPath, repository, requestUrl } = record.entry;
    const inClone =
      root !== undefined && ownPath !== undefined && origin !== undefined && repository === origin;
    const path = inClone ? join(root, ownPath) : filePath(document);
    if (path === undefined || !isDone(record) || !isWithin(here, path)) continue;
    const key = `${serviceAddress(requestUrl)} ${path}`;
    if (!newest.has(key)) newest.set(key, { path, record });
  }
  return [...newest.values()].filter(
    ({ path, record }) => !contents.has(record.entry.body.contentSha256) && !existsSync(path),
  );
}
