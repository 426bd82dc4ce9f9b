import type { Environment } from '../environments/environment.ts';
import { datasetUrl } from '../gateway/dataset-request.ts';
import { failure, type Result, success } from '../result.ts';
import { systemClock } from '../storage/clock.ts';
import type { BatchSummary, DocumentResult } from '../submission/batch/batch-results.ts';
import { type ManySubmissions, submitMany } from '../submission/batch/submit-many.ts';
import type { BatchDraft } from '../submission/journal/directory/directory-batches.ts';
import type { JournalRecord } from '../submission/journal/journal.ts';
import type { JournalFailure } from '../submission/journal/journal-failure.ts';
import { createdId } from '../submission/recorded-outcome.ts';
import { datasetIdOf } from '../submission/state-message.ts';
import type { Submission, SubmissionOutcome } from '../submission/submit.ts';
import type { Submitted } from '../submission/submit-once.ts';

/** What sends requests to an environment: its credentials, and the network. */
export type Sender = Pick<Submission, 'subscriptionKey' | 'otherSecrets' | 'tokens' | 'timeout' | 'http'>;

/** What a front end controls and sees while requests are sent. */
export type Sending = Pick<ManySubmissions, 'stop' | 'signal' | 'onProgress'>;

/**
 * What sending documents needs of its front end. Documents are URIs. `load` reports what is wrong with a document. If `decide`
 * can't ask, it skips the document: the result has the earlier submission.
 */
export interface SendHost extends Pick<ManySubmissions, 'load' | 'concurrency' | 'decide' | 'onResult'> {
  /** What sends the requests, or the outcome of all documents if a credential is missing. It may ask for it. */
  sender(environment: Environment): Promise<Result<Sender, SubmissionOutcome>>;
  /** Opened when it is needed. */
  journal(): Promise<ManySubmissions['journal']>;
  /** Begins a batch, or resumes it; its ID. Undefined if these documents need none. */
  beginBatch(draft: BatchDraft): Promise<Result<string | undefined, JournalFailure>>;
  /** Called with the number of documents that remain to be submitted. */
  endBatch(batch: string, left: number): Promise<void>;
  /** Shows the progress of `send`, which it calls once. */
  whileSending<Value>(environment: Environment, send: (sending: Sending) => Promise<Value>): Promise<Value>;
}

/** What creating datasets needs of its front end. */
export interface CreateHost extends SendHost {
  /** Shows the progress of `validate`, which calls back after each document, and ends if that returns false: the user cancelled. */
  whileValidating<Value>(
    count: number,
    validate: (onValidated: () => boolean) => Promise<Value>,
  ): Promise<Value>;
  /** Where to create datasets of these valid documents; undefined if the user declines. A host that can't ask names the environment. */
  confirm(documents: readonly string[]): Promise<Environment | undefined>;
}

/** A summary of what was submitted, or what all documents ended with if nothing was. */
export type CreateEnd = Result<BatchSummary, SubmissionOutcome | { readonly kind: 'invalid' }>;

/** Creates a dataset from each document. All are validated before the first is sent; of several, each is read again at its turn. */
export async function createDatasets(documents: readonly string[], host: CreateHost): Promise<CreateEnd> {
  const valid: string[] = [];
  const invalid: string[] = [];
  let body: Uint8Array | undefined;
  const isComplete = await host.whileValidating(documents.length, async (onValidated) => {
    for (const document of documents) {
      body = await host.load(document);
      (body ? valid : invalid).push(document);
      if (!onValidated()) return false;
    }
    return true;
  });
  if (!isComplete) return endWith({ kind: 'cancelled' }, documents, host);
  for (const document of invalid) host.onResult(document, { kind: 'invalid' });
  if (valid.length === 0) return failure({ kind: 'invalid' });
  const environment = await host.confirm(valid);
  if (!environment) return endWith({ kind: 'cancelled' }, valid, host);
  // What the user confirmed is what is sent.
  return sendDatasets(valid, environment, host, documents.length === 1 ? async () => body : undefined);
}

/** Creates a dataset from each document, in this environment, without a question before: resumes a batch, for example. */
export async function sendDatasets(
  documents: readonly string[],
  environment: Environment,
  host: SendHost,
  load: SendHost['load'] = (document) => host.load(document),
): Promise<CreateEnd> {
  const opened = await host.sender(environment);
  if (!opened.ok) return endWith(opened.failure, documents, host);
  const journal = await host.journal();
  const begun = await host.beginBatch({
    environment: environment.name,
    requestUrl: datasetUrl(environment.service).href,
    documents,
  });
  if (!begun.ok) return endWith(withoutJournal(begun.failure), documents, host);
  const batch = begun.value;

  const left = new Set(documents);
  const submitted = await host.whileSending(environment, (sending) =>
    submitMany({
      ...opened.value,
      ...sending,
      environment,
      clock: systemClock,
      journal,
      batch,
      documents,
      concurrency: host.concurrency,
      load,
      decide: (document, earlier) => host.decide(document, earlier),
      onResult: (document, result) => {
        left.delete(document);
        host.onResult(document, result);
      },
    }),
  );
  if (batch !== undefined) await host.endBatch(batch, submitted.ok ? submitted.value.left : documents.length);
  if (!submitted.ok) return endWith(withoutJournal(submitted.failure), documents, host);
  endWith({ kind: 'cancelled' }, [...left], host);
  return success(submitted.value);
}

/** Creates a dataset from one document that was validated and confirmed, exactly as it is. */
export async function sendDataset(
  document: string,
  body: Uint8Array,
  environment: Environment,
  host: Pick<SendHost, 'sender' | 'journal' | 'whileSending' | 'decide'>,
): Promise<Submitted> {
  let submitted: Submitted = { kind: 'submitted', outcome: { kind: 'cancelled' } };
  await sendDatasets([document], environment, {
    ...host,
    concurrency: 1,
    load: async () => body,
    beginBatch: async () => success(undefined),
    endBatch: async () => undefined,
    onResult: (_document, result) => {
      if (result.kind === 'submitted') submitted = result;
    },
  });
  return submitted;
}

function endWith(outcome: SubmissionOutcome, documents: readonly string[], host: SendHost): CreateEnd {
  for (const document of documents) host.onResult(document, { kind: 'submitted', outcome });
  return failure(outcome);
}

function withoutJournal(reason: JournalFailure): SubmissionOutcome {
  return { kind: 'not-sent', cause: { kind: 'journal', failure: reason } };
}

/** What programs get of a result: commands, agents and pipelines (interface, "Commands"). */
export interface CreateResult {
  readonly outcome: SubmissionOutcome['kind'] | 'invalid';
  readonly datasetId?: string;
  /** The journal's entry; absent if it was never about to be sent. */
  readonly submissionId?: string;
}

export function createResultOf(result: DocumentResult): CreateResult {
  if (result.kind === 'invalid') return { outcome: 'invalid' };
  const { outcome, datasetId, submissionId } =
    result.kind === 'submitted'
      ? {
          outcome: result.outcome.kind,
          datasetId: createdId(result.outcome),
          submissionId: result.submissionId,
        }
      : ofEarlier(result.earlier);
  return {
    outcome,
    ...(datasetId !== undefined && { datasetId }),
    ...(submissionId !== undefined && { submissionId }),
  };
}

function ofEarlier({ entry, state }: JournalRecord) {
  const outcome = state.kind === 'accepted' ? ('accepted' as const) : ('created' as const);
  return { outcome, datasetId: datasetIdOf(state), submissionId: entry.id };
}
