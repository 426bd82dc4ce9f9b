import { createInterface } from 'node:readline';
import type { HttpClient } from '../../../src/gateway/http.ts';
import { UndiciHttpClient } from '../../../src/gateway/network/undici-http-client.ts';
import type { FileOperations } from '../../../src/storage/file-operations.ts';
import { isSubmission } from '../../../src/submission/batch/batch-results.ts';
import { submitMany } from '../../../src/submission/batch/submit-many.ts';
import { DatasetHistory } from '../../../src/submission/dataset-history.ts';
import { submitOnce } from '../../../src/submission/submit-once.ts';
import { Crash, FaultyFiles, type Operation } from '../../unit/storage/faulty-files.ts';
import { type ReportedOutcome, reportedOutcome } from '../tally.ts';
import { failed, type Job, type Report } from './job.ts';
import { openJournal } from './journal.ts';
import { bodyNamed, dependenciesFor, documentNamed, environmentOf } from './submitter.ts';

/** A process that submits like the command line, and kills itself at a given step. */
async function run(job: Job): Promise<Report> {
  let steps = 0;
  const step = (operation?: Operation) => {
    steps += 1;
    if (steps !== job.killAt) return 'well';
    if (job.torn && operation === 'write') return 'crash-within';
    die();
  };
  const files = new FaultyFiles();
  files.plan = step;
  const network = new UndiciHttpClient();
  const http: HttpClient = {
    exchange: async (request, options) => {
      step();
      const exchange = await network.exchange(request, options);
      step();
      return exchange;
    },
  };
  const opened = await openJournal(job.folder, { files }, (branch) => eachStep(branch, step));
  const { journal } = opened;
  const parts = { ...(await dependenciesFor(job.access, http)), journal };
  const common = {
    environment: environmentOf(job.access),
    subscriptionKey: job.access.subscriptionKey,
    timeout: job.timeout,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  };
  await journal.recover();
  const reported: ReportedOutcome[] = [];
  const [name] = job.names;
  if (name !== undefined && job.names.length === 1) {
    const submission = { ...common, document: documentNamed(name), body: bodyNamed(name) };
    reported.push(reportedOutcome(await submitOnce({ ...submission, ...parts })));
  } else {
    const listing = await journal.list(true);
    await submitMany({
      history: new DatasetHistory(listing.ok ? listing.value.records : []),
      ...common,
      ...parts,
      batch: job.batch,
      documents: job.names.map(documentNamed),
      concurrency: 4,
      stop: common.signal,
      load: async (document) => bodyNamed(document.replace(/^.*\/|\..*$/g, '')),
      decide: async () => 'skip',
      onResult: (_document, result) => {
        if (isSubmission(result)) reported.push(reportedOutcome(result));
      },
    });
  }
  await opened.close();
  return { reported, steps };
}

/** Takes a step before each operation. */
function eachStep(files: FileOperations, step: (operation: Operation) => unknown): FileOperations {
  return new Proxy(files, {
    get: (target, name: keyof FileOperations & Operation) => {
      const operation = target[name] as ((...args: unknown[]) => unknown) | undefined;
      return operation?.call
        ? (...args: unknown[]) => {
            step(name);
            return operation.apply(target, args);
          }
        : operation;
    },
  });
}

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('A killed process continued.');
}

process.stdout.write('ready\n');
for await (const line of createInterface({ input: process.stdin })) {
  try {
    const report = await run(JSON.parse(line) as Job);
    process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit(0));
  } catch (error) {
    if (error instanceof Crash) die();
    console.error(error);
    process.exit(failed);
  }
}
