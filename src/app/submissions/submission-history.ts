import { documentKey } from '../../submission/journal/entry.ts';
import type { JournalRecord } from '../../submission/journal/journal.ts';
import { groupOf } from './group-records.ts';

/** What identifies a document in the journal. */
export interface SubmittedDocument {
  /** Its URI, and those that it had before. */
  readonly uris: readonly string[];
  /** Its path in its repository, by which other machines know it. */
  readonly path: { readonly path: string; readonly repository?: string } | undefined;
  /** Whether there is a file at a URI on this machine. */
  readonly exists: (uri: string) => boolean;
  /** As in the journal's entry: a document that was never submitted is known by its content, such as after it was renamed. */
  readonly contentHash?: string;
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
  /** The URI that it was submitted as, if only its path, or its content, says that it is the same document. */
  readonly guessedFrom?: string;
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
      if (record.isUnreadable) continue;
      const { environment, origin, document } = record.entry;
      const name = JSON.stringify([environment, origin]);
      const known = this.#environments.get(name) ?? [];
      known.push({ record, key: documentKey(document) });
      this.#environments.set(name, known);
    }
  }

  /**
   * For each environment, the last submissions of a document, found by its address, or its path in a clone of the same repository.
   * If one of both has no `origin`, an equal path is a guess, made only while no file is at the recorded address. So is equal content.
   */
  lastOf({ uris, path, exists, contentHash }: SubmittedDocument): readonly LastSubmissions[] {
    const keys = uris.map(documentKey);
    return [...this.#environments.values()].map((all) => {
      const byPath = all.filter(({ record }) => path !== undefined && record.entry.path === path.path);
      const inClones = new Set(
        byPath.filter(({ record }) => isSame(record.entry.repository, path?.repository)),
      );
      const here = all.filter((each) => keys.includes(each.key) || inClones.has(each));
      const guessed = () =>
        byPath.filter(
          ({ record: { entry } }) =>
            (entry.repository === undefined || path?.repository === undefined) && !exists(entry.document),
        );
      const sameContent = () => all.filter(({ record }) => record.entry.body.contentSha256 === contentHash);
      const found = here.length > 0 ? here : [guessed(), sameContent()].find(({ length }) => length > 0);
      const own = (found ?? []).map(({ record }) => record);
      const created = own.find(({ state }) => groupOf(state) === 'created');
      const [unknown] = own.slice(0, created && own.indexOf(created)).filter(isOpen);
      const [{ record }] = all as [KeyedRecord];
      const { environment, origin } = record.entry;
      const guess = here.length > 0 ? undefined : (unknown ?? created);
      return {
        environment,
        origin,
        created,
        unknown,
        ...(guess && { guessedFrom: guess.entry.document }),
      };
    });
  }
}

function isSame(recorded: string | undefined, repository: string | undefined): boolean {
  return recorded !== undefined && recorded === repository;
}

function isOpen({ state }: JournalRecord): boolean {
  return state.kind === 'unknown' || state.kind === 'in-flight';
}
