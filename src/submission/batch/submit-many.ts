import pLimit from 'p-limit';
import {
  type DatasetHistory,
  type FoundDataset,
  type SubmittedDocument,
  serviceOf,
} from '../dataset-history.ts';
import { bodyContentHash, documentKey, isDone } from '../journal/entry.ts';
import type { Journal, JournalRecord } from '../journal/journal.ts';
import { earlierOf } from '../recorded-outcome.ts';
import type { Submission, SubmissionOutcome } from '../submit.ts';
import { type JournaledSubmission, submitOnce } from '../submit-once.ts';
import {
  BatchCounter,
  type BatchEnd,
  type BatchProgress,
  type DocumentResult,
  historyOf,
  isSubmission,
  withoutAnswer,
} from './batch-results.ts';
import { BatchSendLimit, KeyedQueue, Turns } from './pacing.ts';

export interface ManySubmissions extends Omit<Submission, 'body' | 'onProgress' | 'limit'> {
  /** The batch's ID (`DirectoryBatches`), the same when it is resumed. Without one it can't be resumed. */
  readonly batch?: string;
  /** URIs. */
  readonly documents: readonly string[];
  /** How many requests may be sent at the same time. */
  readonly concurrency: number;
  /** Reads the body to send, when it is the document's turn; undefined if the document is invalid or can't be read. */
  readonly load: (document: string) => Promise<Uint8Array | undefined>;
  /** What identifies a document in the journal, by default its URI. */
  readonly documentOf?: (document: string) => SubmittedDocument;
  /** What the journal listed before. What may have changed since is looked up again before anything is sent. */
  readonly history: DatasetHistory;
  /**
   * Asks whether to send a document that may exist already, one question at a time: the same content was sent to the same address
   * before, or it is in flight. `keep`: the dataset of the earlier submission is that of the document, too, if there is one; an
   * outcome that isn't known yet is awaited.
   */
  readonly decide: (document: string, earlier: JournalRecord) => Promise<'submit' | 'skip' | 'keep' | 'stop'>;
  /** Called with each result as soon as it is known. Nothing of the result is kept here. */
  readonly onResult: (document: string, result: DocumentResult) => void;
  readonly onProgress: (progress: BatchProgress) => void;
  /** Starts no more submissions, and waits for the requests in flight. `signal` aborts those, too: outcomes can be unknown. */
  readonly stop: AbortSignal;
  readonly journal: Pick<Journal, 'begin' | 'conclude' | 'related' | 'read'>;
}

/** In milliseconds, between looks for the outcome of another process's submission. */
const pauseBetweenLooks = 500;

/** Creates a dataset from each document, several at the same time. Skips what the same batch created before. */
export function submitMany(many: ManySubmissions): Promise<Pick<BatchEnd, 'left' | 'end'>> {
  return new Batch(many).run();
}

/** A document at its turn. */
interface LoadedDocument extends Pick<JournaledSubmission, 'document' | 'body' | 'known'> {
  readonly contentHash: string;
  readonly found: FoundDataset;
}

class Batch {
  readonly #many: ManySubmissions;
  /** The earlier submissions of the same batch, by the keys of documents. */
  readonly #inBatch: ReadonlyMap<string, JournalRecord>;
  /** What became of the contents that were sent, by their hashes. */
  readonly #sent = new Map<string, SubmissionOutcome>();
  readonly #counter: BatchCounter;
  readonly #stopping = new AbortController();
  readonly #limit: BatchSendLimit;
  readonly #turns = new Turns();
  readonly #sameContent = new KeyedQueue();
  readonly #questions = pLimit(1);
  readonly #bugs: unknown[] = [];

  constructor(many: ManySubmissions) {
    const { documents, concurrency, clock, batch, history } = many;
    this.#many = many;
    this.#inBatch = historyOf(batch ?? '', batch === undefined ? [] : history.records);
    this.#counter = new BatchCounter(documents.length);
    this.#limit = new BatchSendLimit(concurrency, clock, this.#stopping.signal);
  }

  async run(): Promise<Pick<BatchEnd, 'left' | 'end'>> {
    const { documents, concurrency, signal, stop } = this.#many;
    const abort = () => this.#stopping.abort();
    for (const source of [signal, stop]) {
      if (source.aborted) abort();
      source.addEventListener('abort', abort);
    }
    const queue = documents.values();
    // Half as many more than may be sent: they read their document or record an outcome while the others send.
    const workers = Math.min(concurrency + Math.ceil(concurrency / 2), documents.length);
    await Promise.all(Array.from({ length: workers }, () => this.#work(queue)));
    for (const source of [signal, stop]) source.removeEventListener('abort', abort);
    if (this.#bugs.length > 0) throw this.#bugs[0];
    return this.#counter.end();
  }

  /** Takes documents from the queue until it is empty, or the batch is stopped. */
  async #work(queue: Iterable<string>): Promise<void> {
    for (const document of queue) {
      await this.#limit.whenReady();
      if (this.#stopping.signal.aborted) return;
      try {
        const result = await this.#resultOf(document);
        if (result) this.#report(document, result);
      } catch (error) {
        // The requests that are being sent are still waited for.
        this.#bugs.push(error);
        this.#stopping.abort();
      }
    }
  }

  #report(document: string, result: DocumentResult): void {
    this.#counter.add(result);
    if (this.#counter.shouldAbort) this.#stopping.abort();
    this.#many.onResult(document, result);
    this.#many.onProgress(this.#counter.progress(this.#limit.sending));
    if (isSubmission(result) && result.bug !== undefined) throw result.bug;
  }

  /** Undefined if the batch was stopped before there was a result. */
  async #resultOf(document: string): Promise<DocumentResult | undefined> {
    const before = this.#inBatch.get(documentKey(document));
    if (before && isDone(before)) return this.#unchanged(before);
    await this.#turns.next();
    const body = await this.#many.load(document);
    if (!body) return { kind: 'invalid' };
    const loaded = this.#find(document, body);
    const result = await this.#sameContent.run(
      loaded.contentHash,
      async () => (await this.#resultOfTwin(loaded)) ?? this.#submitUnlessDeclined(loaded),
    );
    return result && { ...result, found: loaded.found };
  }

  #find(document: string, body: Uint8Array): LoadedDocument {
    const { environment, history, documentOf } = this.#many;
    const { retentionPolicy } = environment.service;
    const known = documentOf?.(document) ?? { uris: [document] };
    const contentHash = bodyContentHash(body);
    const found = history.find({
      document: known,
      contentHash,
      service: serviceOf(environment),
      retentionPolicy,
    });
    return { document, body, known, contentHash, found };
  }

  /** The second document with the same content gets the outcome of the first. */
  async #resultOfTwin({ contentHash }: LoadedDocument): Promise<DocumentResult | undefined> {
    const outcome = this.#sent.get(contentHash);
    if (outcome?.kind !== 'created' && outcome?.kind !== 'accepted') return outcome;
    const record = await this.#many.journal.read(outcome.submissionId ?? '');
    return record.ok ? { kind: 'unchanged', earlier: record.value } : outcome;
  }

  async #unchanged(record: JournalRecord): Promise<DocumentResult> {
    // A listing has no responses.
    const whole = await this.#many.journal.read(record.entry.id);
    return { kind: 'unchanged', earlier: whole.ok ? whole.value : record };
  }

  /** Asks about earlier submissions, one after the other, until there is no other, or the user declines. */
  async #submitUnlessDeclined({ found, ...loaded }: LoadedDocument): Promise<DocumentResult | undefined> {
    // What isn't known yet is looked up again.
    const [before] = found.earlier.slice(0, 1).filter(isDone);
    const { timeout, clock } = this.#many;
    const acknowledgedIds: string[] = [];
    let outcome: SubmissionOutcome | undefined;
    let waited = 0;
    for (let earlier = before; ; ) {
      if (earlier) {
        // `before` is asked about first, when nothing was submitted yet.
        const left: DocumentResult = outcome ?? { kind: 'not-sent', cause: { kind: 'earlier', earlier } };
        switch (await this.#ask(loaded.document, earlier)) {
          case 'stop':
            return undefined;
          case 'submit':
            acknowledgedIds.push(earlier.entry.id);
            break;
          case 'keep':
            if (isDone(earlier)) return this.#unchanged(earlier);
            if (earlier.state.kind !== 'in-flight' || waited >= timeout) return left;
            await clock.sleep(pauseBetweenLooks, this.#stopping.signal);
            waited += pauseBetweenLooks;
            if (this.#stopping.signal.aborted) return undefined;
            break;
          case 'skip':
            return left;
        }
      }
      outcome = await this.#submit(loaded, acknowledgedIds);
      earlier = earlierOf(outcome);
      if (earlier) continue;
      const wasSent = outcome.kind !== 'not-sent' && outcome.kind !== 'cancelled';
      if (wasSent) this.#sent.set(loaded.contentHash, withoutAnswer(outcome));
      return outcome;
    }
  }

  #ask(document: string, earlier: JournalRecord) {
    return this.#questions(async () => {
      if (this.#stopping.signal.aborted) return 'stop';
      const decision = await this.#many.decide(document, earlier);
      if (decision === 'stop') this.#stopping.abort();
      return decision;
    });
  }

  #submit(
    loaded: Omit<LoadedDocument, 'found'>,
    acknowledgedIds: readonly string[],
  ): Promise<SubmissionOutcome> {
    return submitOnce({
      ...this.#many,
      ...loaded,
      limit: this.#limit,
      acknowledgedIds,
      stop: this.#stopping.signal,
      onProgress: (step) => this.#many.onProgress(this.#counter.progress(this.#limit.sending, step)),
    });
  }
}
