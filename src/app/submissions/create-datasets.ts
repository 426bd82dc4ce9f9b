import type { Environment } from '../../environments/environment.ts';
import { datasetUrl } from '../../gateway/dataset-request.ts';
import { type Result, success } from '../../result.ts';
import { type BatchEnd, type DocumentResult, withoutAnswer } from '../../submission/batch/batch-results.ts';
import { type ManySubmissions, submitMany } from '../../submission/batch/submit-many.ts';
import { DatasetHistory } from '../../submission/dataset-history.ts';
import type { BatchDraft } from '../../submission/journal/directory/directory-batches.ts';
import type { Journal, JournalFailure } from '../../submission/journal/journal.ts';
import { createdId } from '../../submission/recorded-outcome.ts';
import { recordedDatasetId } from '../../submission/state-message.ts';
import type { Submission, SubmissionOutcome } from '../../submission/submit.ts';
import { systemClock } from '../../system/clock.ts';

/** What sends requests to an environment: its credentials, and the network. */
export type Sender = Pick<Submission, 'subscriptionKey' | 'otherSecrets' | 'tokens' | 'timeout' | 'http'>;

/** What a front end controls and sees while requests are sent. */
export type Sending = Pick<ManySubmissions, 'stop' | 'signal' | 'onProgress'>;

/**
 * What creating datasets needs of its front end: it asks, and shows what happens. Documents are URIs. If `decide` can't ask, it
 * keeps what there is.
 */
export interface CreateHost extends Pick<ManySubmissions, 'load' | 'documentOf' | 'concurrency' | 'decide'> {
  /** Shows the progress of `validate`, which calls back after each document, and ends if that returns false: the user cancelled. */
  whileValidating<Value>(
    count: number,
    validate: (onValidated: () => boolean) => Promise<Value>,
  ): Promise<Value>;
  /**
   * Where to create datasets of these valid documents; undefined if the user declines. A host that can't ask names the environment.
   * `history`: empty if the journal can't be read.
   */
  confirm(documents: readonly string[], history: DatasetHistory): Promise<Environment | undefined>;
  /** What sends the requests, or the outcome of all documents if a credential is missing. It may ask for it. */
  sender(environment: Environment): Promise<Result<Sender, SubmissionOutcome>>;
  /** Opened when it is needed. */
  journal(): Promise<ManySubmissions['journal'] & Pick<Journal, 'list'>>;
  /** Absent if nothing is resumed. */
  readonly batches?: {
    /** Begins a batch, or resumes it; its ID. Undefined if these documents need none. */
    begin(draft: BatchDraft): Promise<Result<string | undefined, JournalFailure>>;
    /** Called with the number of documents that remain to be submitted. */
    end(batch: string, left: number): Promise<void>;
  };
  /** Shows the progress of `send`, which it calls once. */
  whileSending<Value>(
    environment: Environment,
    documents: readonly string[],
    send: (sending: Sending) => Promise<Value>,
  ): Promise<Value>;
  /** Called with each result as soon as it is known, except *cancelled*: why they were is known at the end. */
  onResult(document: string, result: DocumentResult): void;
}

/**
 * Creates a dataset from each valid document; if `allOrNothing`, only if all are valid. All are validated before the first is sent;
 * of several, each is read again at its turn.
 */
export async function createDatasets(
  documents: readonly string[],
  host: CreateHost,
  allOrNothing = false,
): Promise<BatchEnd> {
  const valid: string[] = [];
  const invalid: string[] = [];
  /** Of the last document. The others aren't kept: they would fill the memory. */
  let body: Uint8Array | undefined;
  const isComplete = await host.whileValidating(documents.length, async (onValidated) => {
    for (const document of documents) {
      body = await host.load(document);
      (body ? valid : invalid).push(document);
      if (!onValidated()) return false;
    }
    return true;
  });
  if (!isComplete) return { end: 'declined', results: resultsOf(documents, cancelled), left: 0 };
  const results = resultsOf(invalid, { kind: 'invalid' });
  for (const [document, result] of results) host.onResult(document, result);
  const unsent = new Map([...results, ...resultsOf(valid, cancelled)]);
  if (valid.length === 0 || (allOrNothing && invalid.length > 0))
    return { end: 'invalid', results: unsent, left: 0 };
  const history = await readHistory(host);
  const environment = await host.confirm(valid, history.ok ? history.value : new DatasetHistory([]));
  if (!environment) return { end: 'declined', results: unsent, left: 0 };
  // Of a single document, exactly what the user confirmed is sent, even if its file has changed in the meantime.
  const confirmed = documents.length === 1 ? { ...host, load: async () => body } : host;
  const sent = await sendDatasets(valid, environment, confirmed, history);
  return { ...sent, results: new Map([...results, ...sent.results]) };
}

/** Creates a dataset from each document, in this environment, without a question before: resumes a batch, for example. */
export async function sendDatasets(
  documents: readonly string[],
  environment: Environment,
  host: Omit<CreateHost, 'confirm' | 'whileValidating'>,
  known?: Awaited<ReturnType<typeof readHistory>>,
): Promise<BatchEnd> {
  const failed = (outcome: SubmissionOutcome): BatchEnd => {
    const results = resultsOf(documents, outcome);
    if (outcome.kind === 'cancelled') return { end: 'declined', environment, results, left: 0 };
    for (const [document, result] of results) host.onResult(document, result);
    return { end: 'failed', environment, results, left: 0 };
  };
  const opened = await host.sender(environment);
  if (!opened.ok) return failed(opened.failure);
  const journal = await host.journal();
  const history = known ?? (await readHistory(host));
  if (!history.ok) return failed(withoutJournal(history.failure));
  const begun = await host.batches?.begin({
    environment: environment.name,
    requestUrl: datasetUrl(environment.service).href,
    documents,
  });
  if (begun?.ok === false) return failed(withoutJournal(begun.failure));
  const batch = begun?.value;

  const results = resultsOf(documents, cancelled);
  const submitted = await host.whileSending(environment, documents, (sending) =>
    submitMany({
      ...opened.value,
      ...sending,
      environment,
      clock: systemClock,
      journal,
      history: history.value,
      batch,
      documents,
      concurrency: host.concurrency,
      load: (document) => host.load(document),
      documentOf: host.documentOf,
      decide: (document, earlier) => host.decide(document, earlier),
      onResult: (document, result) => {
        results.set(document, documents.length === 1 ? result : withoutAnswer(result));
        if (result.kind !== 'cancelled') host.onResult(document, result);
      },
    }),
  );
  const { end, left } = submitted;
  if (batch !== undefined) await host.batches?.end(batch, left);
  return { end, results, environment, batch, left };
}

/** Once for all documents: listing many submissions takes a while. */
async function readHistory({
  journal,
}: Pick<CreateHost, 'journal'>): Promise<Result<DatasetHistory, JournalFailure>> {
  const listing = await (await journal()).list(true);
  return listing.ok ? success(new DatasetHistory(listing.value.records)) : listing;
}

const cancelled: DocumentResult = { kind: 'cancelled' };

function resultsOf(documents: readonly string[], result: DocumentResult): Map<string, DocumentResult> {
  return new Map(documents.map((document) => [document, result]));
}

function withoutJournal(reason: JournalFailure): SubmissionOutcome {
  return { kind: 'not-sent', cause: { kind: 'journal', failure: reason } };
}

/** What programs get of a result: commands, agents and pipelines (interface, "Commands"). */
export interface CreateResult {
  readonly outcome: DocumentResult['kind'];
  readonly datasetId?: string;
  /** The journal's entry; absent if it was never about to be sent. */
  readonly submissionId?: string;
}

export function createResultOf(result: DocumentResult): CreateResult {
  if (result.kind === 'invalid') return { outcome: 'invalid' };
  if (result.kind !== 'unchanged')
    return { outcome: result.kind, datasetId: createdId(result), submissionId: result.submissionId };
  const { entry, state } = result.earlier;
  return { outcome: 'unchanged', datasetId: recordedDatasetId(state), submissionId: entry.id };
}
