import type { Environment } from '../environments/environment.ts';
import { datasetUrl } from '../gateway/dataset-request.ts';
import { hasLastingUri, isDone, type JournalEntry, mayHaveCreated } from './journal/entry.ts';
import { type Intent, type JournalRecord, serviceAddress, traitsOf } from './journal/journal.ts';

/** What identifies a document in the journal. */
export interface SubmittedDocument {
  /** Its URI, and those that it had before. */
  readonly uris: readonly string[];
  /** Its path in its repository, by which other machines know it. */
  readonly path?: Pick<JournalEntry, 'path' | 'repository'> | undefined;
  /** Whether there is a file at a URI on this machine. By default, there is. */
  readonly exists?: (uri: string) => boolean;
}

export interface DatasetQuestion {
  readonly document: SubmittedDocument;
  /** As in the journal's entry. Absent if the document has errors. */
  readonly contentHash?: string | undefined;
  /** `serviceAddress` of its requests, such as `serviceOf` an environment. */
  readonly service: string;
  /** If it counts for the content, as it does for what is sent. */
  readonly retentionPolicy?: string | undefined;
}

/** The address that identifies an environment's service. */
export function serviceOf({ service }: Pick<Environment, 'service'>): string {
  return serviceAddress(datasetUrl(service).href);
}

/** Which submission is the dataset of a document's content, at a service. */
export interface FoundDataset {
  readonly state: 'new' | 'in-flight' | 'unknown' | 'unchanged' | 'changed';
  /** The submission that says so. */
  readonly record?: JournalRecord | undefined;
  /** The URI that it was submitted as, if that is another document, or only the path says that it is the same. */
  readonly submittedAs?: string | undefined;
  /** The document's newest dataset. */
  readonly previous?: JournalRecord | undefined;
  /** That, if it is later than the dataset of the content, which is unchanged. */
  readonly newer?: JournalRecord | undefined;
  /** The document's submissions of other contents whose outcome is unknown, newest first. */
  readonly unsettled: readonly JournalRecord[];
  /** What has to be acknowledged before the content is sent, newest first. */
  readonly earlier: readonly JournalRecord[];
}

/** The journal's records by document, path, and content at each service. */
export class DatasetHistory {
  /** Newest first. */
  readonly records: readonly JournalRecord[];
  readonly #unreadable: readonly JournalRecord[];
  #byTrait: ReadonlyMap<string, readonly JournalRecord[]> | undefined;

  constructor(records: readonly JournalRecord[]) {
    this.records = records;
    this.#unreadable = records.filter(({ isUnreadable, state }) => isUnreadable && mayHaveCreated(state));
  }

  /**
   * The content comes first: of its submissions, by whatever document, and those of the document that are in flight, the newest
   * decides. Only if there is none, the document's newest dataset does.
   */
  find({ document, contentHash, service, retentionPolicy }: DatasetQuestion): FoundDataset {
    const isSame = ({ entry }: JournalRecord) =>
      entry.body.contentSha256 === contentHash &&
      (retentionPolicy === undefined || entry.retentionPolicy === retentionPolicy);
    const { own, isGuess } = this.#submissionsOf(document, service);
    const same = this.#with({ contentHash }, service).filter(
      (each) => isSame(each) && mayHaveCreated(each.state),
    );
    const known = newestFirst([...same, ...own.filter(({ state }) => state.kind === 'in-flight')]);
    // What can't be read may be of any content, but not of one that is known.
    const earlier = [...known, ...this.#unreadable];
    const previous = own.find(isDone);
    const record = earlier[0] ?? previous;
    const state = stateBy(earlier[0]) ?? (previous ? 'changed' : 'new');
    const isLater = previous && record && state === 'unchanged' && previous.entry.id > record.entry.id;
    return {
      state,
      record,
      submittedAs: record && (isGuess || !own.includes(record)) ? record.entry.document : undefined,
      previous,
      newer: isLater ? previous : undefined,
      unsettled: own.filter((each) => each.state.kind === 'unknown' && !isSame(each)),
      earlier,
    };
  }

  /**
   * A document's submissions, found by its address, or its path in a clone of the same repository. If one of both has no `origin`,
   * an equal path is a guess, made only while no file is at the recorded address.
   */
  #submissionsOf({ uris, path, exists = () => true }: SubmittedDocument, service: string) {
    const byPath = path === undefined ? [] : this.#with(path, service);
    const byUri = uris.flatMap((document) => this.#with({ document }, service));
    const own = newestFirst([
      // VS Code uses the URIs of untitled documents again.
      ...byUri.filter(({ entry, state }) => state.kind === 'in-flight' || hasLastingUri(entry)),
      ...byPath.filter(({ entry }) => path?.repository && entry.repository === path.repository),
    ]);
    if (own.length > 0) return { own, isGuess: false };
    const isGuessed = ({ entry }: JournalRecord) =>
      !(entry.repository && path?.repository) && !exists(entry.document);
    return { own: byPath.filter(isGuessed), isGuess: true };
  }

  /** Newest first. */
  #with(trait: Partial<Omit<Intent, 'requestUrl'>>, service: string): readonly JournalRecord[] {
    this.#byTrait ??= groupByTrait(this.records);
    const [key = ''] = traitsOf(trait, service);
    return this.#byTrait.get(key) ?? [];
  }
}

function groupByTrait(records: readonly JournalRecord[]): ReadonlyMap<string, readonly JournalRecord[]> {
  const groups = new Map<string, JournalRecord[]>();
  for (const record of records) {
    const { body, requestUrl, document, path } = record.entry;
    const intent = { document, path, contentHash: body.contentSha256 };
    for (const trait of traitsOf(intent, serviceAddress(requestUrl)))
      if (!groups.get(trait)?.push(record)) groups.set(trait, [record]);
  }
  return groups;
}

function newestFirst(records: readonly JournalRecord[]): readonly JournalRecord[] {
  return [...new Set(records)].sort((a, b) => (a.entry.id < b.entry.id ? 1 : -1));
}

function stateBy(record: JournalRecord | undefined): 'in-flight' | 'unknown' | 'unchanged' | undefined {
  const kind = record?.state.kind;
  return kind === 'in-flight' || kind === 'unknown' ? kind : kind && 'unchanged';
}
