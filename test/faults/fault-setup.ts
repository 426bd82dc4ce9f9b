import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalGateway, startLocalGateway } from '../../src/local-gateway/local-gateway.ts';
import type { FileOperations } from '../../src/storage/file-operations.ts';
import type { DirectoryJournal } from '../../src/submission/journal/directory/directory-journal.ts';
import { documentKey } from '../../src/submission/journal/entry.ts';
import type { JournalRecord } from '../../src/submission/journal/journal.ts';
import { submitOnce } from '../../src/submission/submit-once.ts';
import { ProcessWorld } from '../unit/submission/journal/journal-fixture.ts';
import { FaultProxy } from './proxies/fault-proxy.ts';
import { SeededRandom } from './seeded-random.ts';
import { Child, Children } from './submitter/child.ts';
import type { Job, Report } from './submitter/job.ts';
import { openJournal } from './submitter/journal.ts';
import {
  type Access,
  bodyNamed,
  dependenciesFor,
  documentNamed,
  environmentOf,
} from './submitter/submitter.ts';
import { type ReportedOutcome, reportedOutcome, Tally } from './tally.ts';

/** A real gateway behind the proxy, and the counts. */
export class FaultSetup {
  readonly tally = new Tally();
  readonly children = new Children();
  readonly random: SeededRandom;
  readonly proxy: FaultProxy;
  readonly access: Access;
  readonly #gateway: LocalGateway;
  #points = 0;

  private constructor(gateway: LocalGateway, proxy: FaultProxy, port: number, seed: number) {
    this.#gateway = gateway;
    this.proxy = proxy;
    this.random = new SeededRandom(seed);
    this.access = { ...gateway.credentials, baseUrl: `http://127.0.0.1:${port}` };
  }

  static async open(seed: number): Promise<FaultSetup> {
    const start = await startLocalGateway({ port: 0 });
    if (!start.ok) throw new Error(start.failure.message);
    const proxy = new FaultProxy(Number(new URL(start.value.baseUrl).port));
    return new FaultSetup(start.value, proxy, await proxy.start(), seed);
  }

  async close(): Promise<void> {
    this.children.end();
    this.proxy.stop();
    await this.#gateway.close();
  }

  /** Calls `act` with a unique name and a folder for its journal, which is deleted afterwards. */
  async point(act: (name: string, folder: string) => Promise<void>): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'faults-'));
    try {
      await act(`point-${++this.#points}`, join(folder, 'journal'));
    } finally {
      this.proxy.fault = undefined;
      this.proxy.refusing = false;
      await rm(folder, { recursive: true, force: true });
    }
  }

  datasets(name: string): readonly { readonly id: string }[] {
    return this.#gateway.datasets().filter((dataset) => dataset.name === name);
  }

  /** Submits in this process, under the identity of a process that ends right afterwards. `files` can fail. */
  async submitHere(
    name: string,
    folder: string,
    options: { timeout?: number; files?: FileOperations; onRecovered?: () => unknown } = {},
  ): Promise<ReportedOutcome> {
    const { timeout = 2000, files, onRecovered } = options;
    const world = new ProcessWorld();
    const opened = await openJournal(
      folder,
      { processes: world.start(1), ...(files ? { files } : {}) },
      undefined,
      1000,
    );
    if (onRecovered) {
      await opened.journal.recover();
      await onRecovered();
      await opened.refresh().catch(() => undefined);
    }
    const outcome = await submitOnce({
      environment: environmentOf(this.access),
      document: documentNamed(name),
      body: bodyNamed(name),
      subscriptionKey: this.access.subscriptionKey,
      timeout,
      signal: new AbortController().signal,
      onProgress: () => undefined,
      ...(await dependenciesFor(this.access)),
      journal: opened.journal,
    });
    await opened.close();
    return reportedOutcome(outcome);
  }

  /** Several that are ready at the same time. */
  async childrenTogether(count: number): Promise<readonly Child[]> {
    return Promise.all(Array.from({ length: count }, () => new Child().ready()));
  }

  async submitInChild(
    names: readonly string[],
    folder: string,
    job: Partial<Job> = {},
  ): Promise<Report | undefined> {
    const child = await this.children.take();
    return child.run(this.job(names, folder, job));
  }

  job(names: readonly string[], folder: string, job: Partial<Job> = {}): Job {
    const batch = '20250102T030405678Z-01020304050607ff';
    return { access: this.access, folder, names, batch, timeout: 2000, killAt: 0, torn: false, ...job };
  }

  /**
   * Compares the journal with the datasets of the gateway. Then continues like a careful user, who submits again what was not
   * created, and settles what is unknown: in the end, the gateway has exactly one dataset.
   */
  async check(
    section: string,
    point: string,
    name: string,
    folder: string,
    reported?: readonly ReportedOutcome[],
  ): Promise<void> {
    const opened = await openJournal(folder, { processes: new ProcessWorld().start(2) });
    const { journal } = opened;
    const records = await this.#recordsAfterRecovery(journal, name);
    const datasets = this.datasets(name);
    this.tally.add(section, { point, records, datasets, ...(reported ? { reported } : {}) });

    const unknown = records.filter(({ state }) => state.kind === 'unknown');
    for (const { entry } of unknown) {
      const [dataset] = datasets;
      await journal.settle(
        entry.id,
        dataset ? { kind: 'created', datasetId: dataset.id } : { kind: 'not-created' },
      );
    }
    const isThere = records.some(({ state }) => state.kind === 'created' || state.kind === 'accepted');
    if (!isThere && !(unknown.length > 0 && datasets.length > 0)) {
      this.proxy.fault = undefined;
      this.proxy.refusing = false;
      await this.submitHere(name, folder);
    }
    await opened.refresh();
    const final = await this.#recordsAfterRecovery(journal, name);
    this.tally.addEnd(section, { point, records: final, datasets: this.datasets(name) });
    await opened.close();
  }

  async #recordsAfterRecovery(journal: DirectoryJournal, name: string): Promise<readonly JournalRecord[]> {
    const recovery = await journal.recover();
    const listing = await journal.list();
    if (recovery.failure || !listing.ok || recovery.unreadable.length > 0)
      throw new Error(`The journal was not repaired: ${JSON.stringify({ recovery, listing })}`);
    const key = documentKey(documentNamed(name));
    return listing.value.records.filter(({ entry }) => documentKey(entry.document) === key);
  }
}
