import type { HttpClient } from '../../gateway/http.ts';
import type { Faulty } from '../journal/fault.ts';
import type { Journal, JournalRecord } from '../journal/journal.ts';
import { sha256 } from '../journal/sha256.ts';
import type { Submission } from '../submit.ts';
import { type JournaledOutcome, type JournaledParts, submitOnce } from '../submit-once.ts';
import { OneAfterAnother } from './one-after-another.ts';
import { isDone, RunHistory } from './run-history.ts';
import { type DocumentResult, type RunProgress, type RunSummary, RunTally } from './run-progress.ts';
import { SharedPause } from './shared-pause.ts';
import { Slots } from './slots.ts';

export interface ManySubmissions extends Omit<Submission, 'body' | 'report'> {
  /** The run's ID (`DirectoryRuns`): a resumed one has the same. Without one there is nothing to resume. */
  readonly run?: string;
  /** URIs. */
  readonly documents: readonly string[];
  /** Requests at once. */
  readonly concurrency: number;
  /** The body to send, read when its turn comes; undefined where the document is invalid or can't be read. */
  readonly load: (document: string) => Promise<Uint8Array | undefined>;
  /**
   * Asks whether to send a document that may be there already, one question at a time: this document's outcome in the
   * interrupted run is unknown, or the same content was sent to the same address before, or it is in flight.
   */
  readonly decide: (document: string, earlier: JournalRecord) => Promise<'submit' | 'skip' | 'stop'>;
  /** What became of a document, as soon as it is known. Nothing of it is kept here. */
  readonly told: (document: string, result: DocumentResult) => void;
  readonly report: (progress: RunProgress) => void;
  /** Aborted: what is being sent is awaited, nothing more is begun. `signal` breaks that off, too: outcome unknown. */
  readonly stop: AbortSignal;
}

export interface ManyParts extends Omit<JournaledParts, 'journal' | 'beforeSend'> {
  readonly journal: Pick<Journal, 'begin' | 'answer' | 'conclude' | 'related' | 'list'>;
}

/** Creates a dataset of each document, so many at a time. What an earlier part of the same run has done stays done. */
export async function submitMany(many: ManySubmissions, parts: ManyParts): Promise<RunSummary | Faulty> {
  const listing = await parts.journal.list();
  if (!listing.ok) return listing;
  return new RunInProgress(
    many,
    parts,
    new RunHistory(many.run === undefined ? [] : listing.records, many.run ?? ''),
  ).complete();
}

class RunInProgress {
  readonly #many: ManySubmissions;
  readonly #parts: ManyParts;
  readonly #history: RunHistory;
  readonly #tally: RunTally;
  readonly #slots: Slots;
  /** Half as many more may be noted than sent, so that the next is ready when a request ends; a crash leaves that many unknown. */
  readonly #begun: Slots;
  readonly #questions = new Slots(1);
  readonly #pause: SharedPause;
  readonly #stop = new AbortController();
  readonly #sameContent = new OneAfterAnother();

  constructor(many: ManySubmissions, parts: ManyParts, history: RunHistory) {
    this.#many = many;
    this.#parts = parts;
    this.#history = history;
    this.#tally = new RunTally(many.documents.length, Math.max(many.concurrency, 3));
    this.#slots = new Slots(many.concurrency);
    this.#begun = new Slots(many.concurrency + Math.ceil(many.concurrency / 2));
    this.#pause = new SharedPause(parts.clock);
  }

  async complete(): Promise<RunSummary> {
    const { documents, concurrency, signal, stop } = this.#many;
    const forward = () => this.#stop.abort();
    for (const source of [signal, stop]) {
      if (source.aborted) forward();
      source.addEventListener('abort', forward);
    }
    const queue = documents.values();
    const worker = async () => {
      for (const document of queue) {
        if (this.#stop.signal.aborted) return;
        // A mistake of ours ends the run; what is under way is awaited all the same.
        await this.#handle(document).catch((error: unknown) => {
          mistakes.push(error);
          forward();
        });
      }
    };
    const mistakes: unknown[] = [];
    // Twice as many as may send: while some send, others read their document or note what came of theirs.
    const workers = Array.from({ length: Math.min(concurrency * 2, documents.length) }, worker);
    await Promise.all(workers);
    for (const source of [signal, stop]) source.removeEventListener('abort', forward);
    if (mistakes.length > 0) throw mistakes[0];
    return this.#tally.summary(this.#stop.signal.aborted);
  }

  async #handle(document: string): Promise<void> {
    const result = await this.#resultOf(document);
    if (!result) return;
    this.#tally.add(result);
    if (this.#tally.futile) this.#stop.abort();
    this.#many.told(document, result);
    this.#many.report(this.#tally.progress());
  }

  /** Undefined where the run was stopped before anything came of it. */
  async #resultOf(document: string): Promise<DocumentResult | undefined> {
    const before = this.#history.of(document);
    if (before && isDone(before)) return { kind: 'skipped', why: 'done', earlier: before };
    const body = await this.#many.load(document);
    if (!body) return { kind: 'invalid' };
    // The second of the same content hears what became of the first.
    return this.#sameContent.run(sha256(body), () => this.#submitUnlessDeclined(document, body, before));
  }

  /** What stands against it is asked about, one after the other, until nothing does. */
  async #submitUnlessDeclined(
    document: string,
    body: Uint8Array,
    before: JournalRecord | undefined,
  ): Promise<DocumentResult | undefined> {
    const despite: string[] = [];
    let earlier = before;
    for (;;) {
      if (earlier) {
        const decision = await this.#decide(document, earlier);
        if (decision === 'stop') return undefined;
        if (decision === 'skip') return { kind: 'skipped', why: 'declined', earlier };
        despite.push(earlier.entry.id);
      }
      const journaled = await this.#submit(document, body, despite);
      const { outcome } = journaled;
      if (outcome.outcome !== 'not-sent' || !('earlier' in outcome))
        return { kind: 'submitted', ...journaled };
      ({ earlier } = outcome);
    }
  }

  async #submit(document: string, body: Uint8Array, despite: readonly string[]): Promise<JournaledOutcome> {
    const { environment, subscriptionKey, otherSecrets = [], timeout, signal, run } = this.#many;
    const { http, tokens, journal, clock } = this.#parts;
    let sent: () => void = () => undefined;
    let begun: () => void = () => undefined;
    const beforeSend = async (attempt: number) => {
      if (attempt === 1) begun = await this.#begun.take();
      await this.#pause.over();
      return this.#stop.signal.aborted ? ({ outcome: 'cancelled' } as const) : undefined;
    };
    const exchange: HttpClient['exchange'] = async (request, options) => {
      sent = await this.#slots.take();
      await this.#pause.over();
      if (this.#stop.signal.aborted) return { kind: 'not-sent', failure: { kind: 'cancelled' } };
      const answer = await http.exchange(request, options);
      begun();
      // Where the service may have told to wait, nobody else goes before that is heard.
      if (answer.kind !== 'response' || ![429, 503].includes(answer.response.status)) sent();
      return answer;
    };
    this.#tally.sending += 1;
    try {
      return await submitOnce(
        {
          environment,
          document,
          body,
          subscriptionKey,
          otherSecrets,
          timeout,
          signal,
          ...(run === undefined ? {} : { run }),
          despite,
          report: (progress) => {
            if (progress.step !== 'waiting') return;
            this.#pause.hold(progress.seconds * 1000, this.#stop.signal);
            sent();
            this.#many.report(this.#tally.progress(progress.seconds));
          },
        },
        {
          http: { exchange },
          // Nobody waits for a token that is of no use any more.
          tokens: {
            accessToken: (of, request) =>
              tokens.accessToken(of, {
                ...request,
                signal: AbortSignal.any([request.signal, this.#stop.signal]),
              }),
          },
          journal,
          clock: {
            sleep: (milliseconds, own) =>
              clock.sleep(milliseconds, AbortSignal.any([own, this.#stop.signal])),
          },
          beforeSend,
        },
      );
    } finally {
      sent();
      begun();
      this.#tally.sending -= 1;
    }
  }

  async #decide(document: string, earlier: JournalRecord): Promise<'submit' | 'skip' | 'stop'> {
    const release = await this.#questions.take();
    try {
      if (this.#stop.signal.aborted) return 'stop';
      const decision = await this.#many.decide(document, earlier);
      if (decision === 'stop') this.#stop.abort();
      return decision;
    } finally {
      release();
    }
  }
}
