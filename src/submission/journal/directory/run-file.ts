import type { ProcessIdentity } from '../../../storage/processes/process-identity.ts';
import { type Reading, readStored, writeStored } from '../../../storage/stored-fields.ts';
import { formatVersion, iso, readId, readOwner } from './format.ts';

/** Many documents that are submitted together, as long as that isn't over. */
export interface Run {
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

/** A run is a file `<id>.run` beside the entries: there from before its first submission until it is over. */
export function runName(id: string): string {
  return `${id}.run`;
}

export function openRunIds(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.filter((name) => name.endsWith('.run')).map((name) => name.slice(0, -'.run'.length)));
}

export function formatRun(run: Run): Uint8Array {
  return writeStored(formatVersion, run);
}

export function parseRun(bytes: Uint8Array): Reading<Run> {
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
