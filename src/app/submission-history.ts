import { documentKey } from '../submission/journal/entry.ts';
import type { JournalRecord } from '../submission/journal/journal.ts';
import { groupOf } from './group-records.ts';

/** What identifies a document in the journal. */
export interface SubmittedDocument {
  /** Its URI, and those that it had before. */
  readonly uris: readonly string[];
  /** Its path from the root of its repository, by which other machines know it. */
  readonly path: string | undefined;
}

/** The last submissions of a document to an environment. */
export interface LastSubmissions {
  readonly environment: string;
  /** Of the environment's base address. */
  readonly origin: string;
  /** The last one that created a dataset. */
  readonly created: JournalRecord | undefined;
  /** A later one whose outcome is unknown, or not known yet. */
  readonly unknown: JournalRecord | undefined;
}

/** A record with the key of its document, which takes longer to find than all else here. */
interface KeyedRecord {
  readonly record: JournalRecord;
  readonly key: string;
}

/** The submissions of all documents, by environment. */
export class SubmissionHistory {
  readonly #environments = new Map<string, KeyedRecord[]>();

  /** `records`: newest first. */
  constructor(records: readonly JournalRecord[]) {
    for (const record of records) {
      const { environment, origin, document } = record.entry;
      const name = JSON.stringify([environment, origin]);
      const known = this.#environments.get(name) ?? [];
      known.push({ record, key: documentKey(document) });
      this.#environments.set(name, known);
    }
  }

  /**
   * For each environment, the last submissions of a document, found by its address or that in another clone, otherwise by its
   * path: pipelines check a repository out in a folder of its name, but not always in the same place.
   */
  lastOf({ uris, path }: SubmittedDocument): readonly LastSubmissions[] {
    const keys = uris.map(documentKey);
    const ends = path === undefined ? [] : keys.map((key) => endInClones(key, path));
    return [...this.#environments.values()].map((all) => {
      const byPath = path === undefined ? [] : all.filter(({ record }) => record.entry.path === path);
      const inClones = new Set(byPath.filter(({ key }) => ends.some((end) => key.endsWith(end))));
      const here = all.filter((each) => keys.includes(each.key) || inClones.has(each));
      const own = (here.length > 0 ? here : byPath).map(({ record }) => record);
      const created = own.find(({ state }) => groupOf(state) === 'created');
      const [unknown] = own.slice(0, created && own.indexOf(created)).filter(isOpen);
      const [{ record }] = all as [KeyedRecord];
      const { environment, origin } = record.entry;
      return { environment, origin, created, unknown };
    });
  }
}

/** The folder of a repository and the path in it, at the end of the key of a document. */
function endInClones(key: string, path: string): string {
  const root = key.slice(0, -path.length - 1);
  return key.slice(Math.max(root.lastIndexOf('/'), root.lastIndexOf('\\')));
}

function isOpen({ state }: JournalRecord): boolean {
  return state.kind === 'unknown' || state.kind === 'in-flight';
}
