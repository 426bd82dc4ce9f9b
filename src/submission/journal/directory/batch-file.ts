import type { ProcessIdentity } from '../../../storage/process-identity.ts';
import { readStored, type StoredResult, writeStored } from '../../../storage/stored-fields.ts';
import { formatVersion, iso, readId, readOwner } from './format.ts';

/** Documents that are submitted together, until all of them have been. */
export interface Batch {
  /** Of the same form as an entry's. */
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly begunAt: string;
  readonly environment: string;
  readonly requestUrl: string;
  /** Their URIs, in order. */
  readonly documents: readonly string[];
  readonly owner: ProcessIdentity;
}

/** A batch is a file `<id>.run` beside the entries: it exists from before its first submission until it is finished. */
export function batchFileName(id: string): string {
  return `${id}.run`;
}

export function openBatchIds(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.filter((name) => name.endsWith('.run')).map((name) => name.slice(0, -'.run'.length)));
}

export function formatBatch(batch: Batch): Uint8Array {
  return writeStored(formatVersion, batch);
}

export function parseBatch(bytes: Uint8Array): StoredResult<Batch> {
  return readStored(new TextDecoder().decode(bytes), formatVersion, (fields) => {
    return {
      id: readId(fields),
      begunAt: fields.text('begunAt', iso),
      environment: fields.text('environment'),
      requestUrl: fields.text('requestUrl'),
      documents: fields.texts('documents'),
      owner: readOwner(fields),
    };
  });
}
