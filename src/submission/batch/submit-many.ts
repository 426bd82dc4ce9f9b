import pLimit from 'p-limit';
import { type Result, success } from '../../result.ts';
import { bodyContentHash, documentKey } from '../journal/entry.ts';
import type { Journal, JournalFailure, JournalRecord } from '../journal/journal.ts';
import { earlierOf } from '../recorded-outcome.ts';
import type { Submission, SubmissionOutcome } from '../submit.ts';
import { type JournaledSubmission, submitOnce } from '../submit-once.ts';
import {
  BatchCounter,
  type BatchEnd,
  type BatchProgress,
  type DocumentResult,
  historyOf,
  isDone,
  isSubmission,
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
  /** A document's path from the root of its repository, and that repository, as in the journal's entry. */
  readonly pathOf?: (document: string) => JournaledSubmission['path'];
  /**
   * Asks whether to send a document that may exist already, one question at a time: its outcome in the interrupted batch is
   * unknown, or the same content was sent to the same address before, or is in flight. `keep`: the dataset of the earlier
   * submission is that of the document, too, if there is one; an outcome that isn't known yet is awaited.
   */
  readonly decide: (document: string, earlier: JournalRecord) => Promise<'submit' | 'skip' | 'keep' | 'stop'>;
  /** Called with each result as soon as it is known. Nothing of the result is kept here. */
  readonly onResult: (document: string, result: DocumentResult) => void;
  readonly onProgress: (progress: BatchProgress) => void;
  /** Starts no more submissions, and waits for the requests in flight. `signal` aborts those, too: outcomes can be unknown. */
  readonly stop: AbortSignal;
  readonly journal: Pick<Journal, 'begin' | 'conclude' | 'related' | 'list' | 'read'>;
}

/** In milliseconds, between looks for the outcome of another process's submission. */
const pauseBetweenLooks = 500;

/** Creates a dataset from each document, several at the same time. Skips what the same batch created before. */
export async function submitMany(
  many: ManySubmissions,
): Promise<Result<Pick<BatchEnd, 'left' | 'end'>, JournalFailure>> {
  const { documents, concurrency, batch, load, decide, onResult, onProgress, journal } = many;
  // Reading the whole journal takes a while.
  const listing = batch === undefined ? undefined : await journal.list();
  if (listing?.ok === false) return listing;
  const history = historyOf(batch ?? '', listing?.value.records ?? []);
  const counter = new BatchCounter(documents.length, Math.max(concurrency, 3));
  const stopping = new AbortController();
  const limit = new BatchSendLimit(concurrency, many.clock, stopping.signal);
  const turns = new Turns();
  const sameContent = new KeyedQueue();
  const questions = pLimit(1);

  /** Undefined if the batch was stopped before there was a result. */
  const resultOf = async (document: string): Promise<DocumentResult | undefined> => {
    const before = history.get(documentKey(document));
    if (before && isDone(before)) return unchanged(before);
    await turns.next();
    const body = await load(document);
    if (!body) return { kind: 'invalid' };
    // The second document with the same content learns the outcome of the first.
    const contentHash = bodyContentHash(body);
    return sameContent.run(contentHash, () => submitUnlessDeclined({ document, body, contentHash }, before));
  };

  const unchanged = async (record: JournalRecord): Promise<DocumentResult> => {
    // A listing has no responses.
    const whole = await journal.read(record.entry.id);
    return { kind: 'unchanged', earlier: whole.ok ? whole.value : record };
  };

  /** Asks about earlier submissions, one after the other, until there is no other, or the user declines. */
  const submitUnlessDeclined = async (
    loaded: Pick<JournaledSubmission, 'document' | 'body' | 'contentHash'>,
    before: JournalRecord | undefined,
  ): Promise<DocumentResult | undefined> => {
    const acknowledgedIds: string[] = [];
    let outcome: SubmissionOutcome | undefined;
    let waited = 0;
    for (let earlier = before; ; ) {
      if (earlier) {
        // `before` is asked about first, when nothing was submitted yet.
        const left: DocumentResult = outcome ?? { kind: 'not-sent', cause: { kind: 'earlier', earlier } };
        switch (await ask(loaded.document, earlier)) {
          case 'stop':
            return undefined;
          case 'submit':
            acknowledgedIds.push(earlier.entry.id);
            break;
          case 'keep':
            if (isDone(earlier)) return unchanged(earlier);
            if (earlier.state.kind !== 'in-flight' || waited >= many.timeout) return left;
            await many.clock.sleep(pauseBetweenLooks, stopping.signal);
            waited += pauseBetweenLooks;
            if (stopping.signal.aborted) return undefined;
            break;
          case 'skip':
            return left;
        }
      }
      outcome = await submitOnce({
        ...many,
        ...loaded,
        path: many.pathOf?.(loaded.document),
        limit,
        acknowledgedIds,
        stop: stopping.signal,
        onProgress: (step) => onProgress(counter.progress(limit.sending, step)),
      });
      earlier = earlierOf(outcome);
      if (!earlier) return outcome;
    }
  };

  const ask = (document: string, earlier: JournalRecord) =>
    questions(async () => {
      if (stopping.signal.aborted) return 'stop';
      const decision = await decide(document, earlier);
      if (decision === 'stop') stopping.abort();
      return decision;
    });

  const bugs: unknown[] = [];
  const queue = documents.values();
  const work = async () => {
    for (const document of queue) {
      await limit.whenReady();
      if (stopping.signal.aborted) return;
      try {
        const result = await resultOf(document);
        if (!result) continue;
        counter.add(result);
        if (counter.shouldAbort) stopping.abort();
        onResult(document, result);
        onProgress(counter.progress(limit.sending));
        if (isSubmission(result) && result.bug !== undefined) throw result.bug;
      } catch (error) {
        // The requests that are being sent are still waited for.
        bugs.push(error);
        stopping.abort();
      }
    }
  };

  const stop = () => stopping.abort();
  for (const source of [many.signal, many.stop]) {
    if (source.aborted) stop();
    source.addEventListener('abort', stop);
  }
  // Half as many more than may be sent: they read their document or record an outcome while the others send.
  const workers = Math.min(concurrency + Math.ceil(concurrency / 2), documents.length);
  await Promise.all(Array.from({ length: workers }, work));
  for (const source of [many.signal, many.stop]) source.removeEventListener('abort', stop);
  if (bugs.length > 0) throw bugs[0];
  return success(counter.end());
}
