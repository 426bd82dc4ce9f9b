import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Environment } from '../../environments/environment.ts';
import { datasetUrl } from '../../gateway/dataset-request.ts';
import { networkOfVariables } from '../../gateway/network/network.ts';
import { networkDispatcher } from '../../gateway/network/network-dispatcher.ts';
import { UndiciHttpClient } from '../../gateway/network/undici-http-client.ts';
import { secretsToMask } from '../../identity/grants/grants.ts';
import { EnvironmentSecrets } from '../../identity/secrets/secret-vault.ts';
import { TokenSource } from '../../identity/token-source.ts';
import type { DocumentResult } from '../../submission/batch/batch-progress.ts';
import type { DoubtfulSubmission } from '../../submission/batch/connection-doubts.ts';
import { submitMany } from '../../submission/batch/submit-many.ts';
import { isUnderway } from '../../submission/earlier-submissions.ts';
import type { JournalFailure } from '../../submission/journal/failure.ts';
import { unknownOutcome } from '../../submission/outcome-table.ts';
import { systemClock } from '../../submission/system-clock.ts';
import type { Interruption } from '../command.ts';
import { missingForToken, type Variables, vaultOf } from '../input/environment-variables.ts';
import type { FileResult } from '../output/create-report.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import type { OpenJournal } from './open-journal.ts';

export interface Submitting {
  readonly environment: Environment;
  readonly variables: Variables;
  readonly journal: OpenJournal;
  readonly timeout: number;
  readonly concurrency: number;
  /** Submit what may have been created before. */
  readonly again: boolean;
  readonly interruption: Interruption;
  readonly terminal: Terminal;
  /** The body of a file, read when its turn comes; undefined if it has errors. */
  readonly load: (path: string) => Promise<Uint8Array | undefined>;
  /** Called as soon as the result of a file is known. */
  readonly onResult: (path: string, result: FileResult) => void;
  /** Called if it turns out later that the response may be that of another request. */
  readonly onDoubt: (path: string, submission: DoubtfulSubmission) => void;
}

/** Creates a dataset of each file. The paths are all different. Files that were not reached are reported as cancelled. */
export async function submitFiles(paths: readonly string[], submitting: Submitting): Promise<void> {
  const { environment, variables, terminal, interruption } = submitting;
  const vault = await vaultOf(environment, variables);
  const secrets = new EnvironmentSecrets(vault, environment);
  const subscriptionKey = await secrets.get('subscriptionKey');
  if (subscriptionKey === undefined)
    throw new UsageError('No subscription key is set. Set DATASET_SUBSCRIPTION_KEY.');
  const missing = missingForToken(environment, variables);
  if (missing.length > 0) {
    terminal.error(`No access token is available. Set DATASET_ACCESS_TOKEN, or ${missing.join(', ')}.\n`);
    const failure = { kind: 'missing', secret: 'password' } as const;
    const outcome = { outcome: 'not-sent', reason: 'token', failure } as const;
    for (const path of paths) submitting.onResult(path, { kind: 'submitted', outcome });
    return;
  }

  /** Those without a result, by URI. */
  const files = new Map(paths.map((path) => [pathToFileURL(path).href, path]));
  const documents = [...files.keys()];
  const { journal, lasting } = { ...submitting.journal };
  const requestUrl = datasetUrl(environment.service).href;
  const started =
    documents.length > 1
      ? await submitting.journal.begin({ environment: environment.name, requestUrl, documents })
      : undefined;
  if (started && !started.ok) return reportFailure(paths, started.failure, submitting);
  const batch = started?.value;
  if (batch?.resumed)
    terminal.error('Resuming the interrupted batch of these files. Datasets that were created are kept.\n');

  const onResult = (document: string, result: DocumentResult) => {
    const path = files.get(document);
    files.delete(document);
    if (path !== undefined) submitting.onResult(path, fileResultOf(result));
  };
  let sending = 0;
  const sayStopping = () => {
    if (sending > 0 && !interruption.cancel.aborted)
      terminal.error(
        `Stopping after the requests that are being sent. ${unknownOutcome.afterSecondInterrupt}\n`,
      );
  };
  interruption.stop.addEventListener('abort', sayStopping);
  const http = new UndiciHttpClient(networkDispatcher(() => networkOfVariables(variables)));
  const batchHttp = documents.length > 1 ? http.keepAlive() : undefined;
  const submitted = await submitMany(
    {
      environment,
      subscriptionKey,
      otherSecrets: () => secretsToMask(environment, secrets),
      timeout: submitting.timeout,
      signal: interruption.cancel,
      stop: interruption.stop,
      ...(batch ? { batch: batch.id } : {}),
      documents,
      concurrency: submitting.concurrency,
      load: (document) => submitting.load(files.get(document) ?? ''),
      decide: async (_document, earlier) =>
        submitting.again && !isUnderway(earlier, Date.now()) ? 'submit' : 'skip',
      onResult,
      onDoubt: (submission) => submitting.onDoubt(fileURLToPath(submission.document), submission),
      onProgress: ({ waiting }) => {
        if (waiting !== undefined) terminal.error(`The gateway is busy. Trying again in ${waiting} s.\n`);
      },
    },
    {
      http: {
        exchange: async (...exchange) => {
          sending += 1;
          return (batchHttp ?? http).exchange(...exchange).finally(() => {
            sending -= 1;
          });
        },
      },
      tokens: new TokenSource({ vault, prompt: { ask: async () => undefined }, http, now: Date.now }),
      clock: systemClock,
      journal,
    },
  ).finally(() => batchHttp?.close());
  interruption.stop.removeEventListener('abort', sayStopping);
  await submitting.journal.concludeLate();
  if (!submitted.ok) return reportFailure(paths, submitted.failure, submitting);
  const { value: summary } = submitted;
  for (const document of [...files.keys()])
    onResult(document, { kind: 'submitted', outcome: { outcome: 'cancelled' } });
  if (batch && summary.left === 0) await submitting.journal.end(batch.id);
  if (summary.left > 0 && lasting && documents.length > 1)
    terminal.error(
      summary.left === 1
        ? '1 file is left. Run the same command again to resume.\n'
        : `${summary.left} files are left. Run the same command again to resume.\n`,
    );
}

function fileResultOf(result: DocumentResult): FileResult {
  if (result.kind === 'invalid') return result;
  if (result.kind === 'submitted') return result;
  return result.why === 'done'
    ? { kind: 'done-before', earlier: result.earlier }
    : { kind: 'submitted', outcome: { outcome: 'not-sent', reason: 'earlier', earlier: result.earlier } };
}

function reportFailure(paths: readonly string[], failure: JournalFailure, { onResult }: Submitting): void {
  for (const path of paths)
    onResult(path, { kind: 'submitted', outcome: { outcome: 'not-sent', reason: 'journal', failure } });
}
