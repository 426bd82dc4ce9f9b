import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { checkDocument } from '../../../src/dataset/document.ts';
import { UndiciHttpClient } from '../../../src/gateway/network/undici-http-client.ts';
import { resultKindOf } from '../../../src/submission/batch/batch-results.ts';
import { submitMany } from '../../../src/submission/batch/submit-many.ts';
import { DatasetHistory } from '../../../src/submission/dataset-history.ts';
import { DirectoryBatches } from '../../../src/submission/journal/directory/directory-batches.ts';
import { DirectoryJournal } from '../../../src/submission/journal/directory/directory-journal.ts';
import { systemClock } from '../../../src/system/clock.ts';
import { environmentNamed, tokens } from '../../unit/submission/scripted-service.ts';
import type { Table } from '../benchmark.ts';

export const name = 'Creating many datasets, compared to the ideal time for the latency';

const files = 500;
/** The number of concurrent requests, and the latency of the gateway in milliseconds. */
const trials = [
  { concurrency: 4, latency: 100 },
  { concurrency: 8, latency: 200 },
] as const;
/** In bytes. Large enough that keeping all documents in memory would be visible. */
const documentSize = 50_000;
const options = { rules: {}, dataTypes: [] };
const targets = { share: 0.9, growth: 24 * 1024 * 1024 };

export async function run(): Promise<Table> {
  const rows: string[][] = [];
  const violations: string[] = [];
  for (const { concurrency, latency } of trials) {
    const { seconds, growth } = await submitAll(concurrency, latency);
    const ideal = (files * latency) / concurrency / 1000;
    const share = ideal / seconds;
    const megabytes = growth / 1024 / 1024;
    rows.push([
      `${concurrency} concurrent requests, latency ${latency} ms`,
      `${ideal.toFixed(1)} s`,
      `${seconds.toFixed(1)} s`,
      `${(share * 100).toFixed(0)} %`,
      `${megabytes.toFixed(1)} MB`,
    ]);
    if (share < targets.share)
      violations.push(
        `${(share * 100).toFixed(0)} % of the ideal with ${concurrency} concurrent requests, but the target is 90 %`,
      );
    if (growth > targets.growth)
      violations.push(`the heap grows by ${megabytes.toFixed(1)} MB, but memory use must be constant`);
  }
  return {
    columns: ['gateway', 'ideal time', 'time', 'share of the ideal', 'heap growth'],
    rows,
    notes: [
      `${files} files of ${documentSize / 1000} kB. Each file is read, validated, recorded in a journal on this disk, and sent over HTTP to a gateway on this machine, and its outcome is recorded. The ideal time is files × latency ÷ concurrent requests. The heap is measured after a tenth of the files and at the end, after garbage collection.`,
    ],
    violations,
  };
}

async function submitAll(concurrency: number, latency: number): Promise<{ seconds: number; growth: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'submit-many-'));
  const gateway = new Worker(join(import.meta.dirname, 'slow-gateway.ts'), { workerData: { latency } });
  const [port] = await once(gateway, 'message');
  try {
    const environment = environmentNamed('bench', `http://127.0.0.1:${port}`);
    const documents = await writeDocuments(folder);
    const journal = new DirectoryJournal(join(folder, 'journal'));
    const begun = await new DirectoryBatches(join(folder, 'journal')).begin({
      environment: environment.name,
      requestUrl: environment.service.baseUrl.href,
      documents,
    });
    if (!begun.ok) throw new Error(`The journal can't be written: ${begun.failure.code}`);
    const never = new AbortController().signal;
    let early = 0;
    let done = 0;
    let created = 0;
    const began = performance.now();
    const summary = await submitMany({
      environment,
      batch: begun.value.id,
      history: new DatasetHistory([]),
      documents,
      concurrency,
      subscriptionKey: 'key',
      timeout: 60_000,
      signal: never,
      stop: never,
      load: async (document) => {
        const checked = await checkDocument(await readFile(fileURLToPath(document)), 'json', options);
        return checked.valid ? checked.body : undefined;
      },
      decide: async () => 'stop',
      onResult: (_document, result) => {
        if (resultKindOf(result) === 'created') created += 1;
        done += 1;
        if (done === files / 10) early = heapInUse();
      },
      onProgress: () => undefined,
      http: new UndiciHttpClient(),
      tokens,
      clock: systemClock,
      journal,
    });
    const seconds = (performance.now() - began) / 1000;
    if (created !== files) throw new Error(`Not all were created: ${JSON.stringify(summary)}`);
    return { seconds, growth: heapInUse() - early };
  } finally {
    await gateway.terminate();
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeDocuments(folder: string): Promise<string[]> {
  const columns = Array.from({ length: documentSize / 40 }, (_, index) => ({
    name: `Column ${index}`,
    dataType: 'Int64',
  }));
  await mkdir(folder, { recursive: true });
  const documents: string[] = [];
  for (let index = 0; index < files; index += 1) {
    const path = join(folder, `${index}.dataset.json`);
    await writeFile(path, JSON.stringify({ name: `Dataset ${index}`, tables: [{ name: 'T', columns }] }));
    documents.push(pathToFileURL(path).href);
  }
  return documents;
}

/** In bytes, after garbage collection. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  collectGarbage();
  // Buffers of the first collection may still be being released.
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
