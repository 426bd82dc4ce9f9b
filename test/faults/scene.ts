import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalGateway, startLocalGateway } from '../../src/local-gateway/local-gateway.ts';
import type { FileOperations } from '../../src/storage/file-operations.ts';
import { DirectoryJournal } from '../../src/submission/journal/directory/directory-journal.ts';
import { documentKey } from '../../src/submission/journal/document-key.ts';
import type { JournalRecord } from '../../src/submission/journal/journal.ts';
import { submitOnce } from '../../src/submission/submit-once.ts';
import { ProcessWorld } from '../unit/submission/journal/journal-fixture.ts';
import { Children } from './child.ts';
import { FaultProxy } from './fault-proxy.ts';
import type { Job, Report } from './job.ts';
import { SeededRandom } from './seeded-random.ts';
import { type Access, bodyNamed, documentNamed, environmentOf, partsFor } from './submitter.ts';
import { Tally, type Told } from './tally.ts';

/** A real gateway behind the proxy, and what is counted. */
export class Scene {
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

  static async open(seed: number): Promise<Scene> {
    const start = await startLocalGateway({ port: 0 });
    if (!start.ok) throw new Error(start.failure.message);
    const proxy = new FaultProxy(Number(new URL(start.value.baseUrl).port));
    return new Scene(start.value, proxy, await proxy.start(), seed);
  }

  /** Of the gateway itself, behind the proxy. */
  get gatewayPort(): number {
    return Number(new URL(this.#gateway.baseUrl).port);
  }

  async close(): Promise<void> {
    this.children.end();
    this.proxy.stop();
    await this.#gateway.close();
  }

  /** A name that no other point has, and a folder for its journal, gone afterwards. */
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

  held(name: string): readonly { readonly id: string }[] {
    return this.#gateway.datasets().filter((dataset) => dataset.name === name);
  }

  /** Submits in this process, as one that ends right afterwards; files may be faulty. */
  async submitHere(
    name: string,
    folder: string,
    setting: { timeout?: number; files?: FileOperations } = {},
  ): Promise<Told> {
    const { timeout = 2000, files } = setting;
    const world = new ProcessWorld();
    const journal = new DirectoryJournal(folder, { processes: world.start(1), ...(files ? { files } : {}) });
    const { outcome } = await submitOnce(
      {
        environment: environmentOf(this.access),
        document: documentNamed(name),
        body: bodyNamed(name),
        subscriptionKey: this.access.subscriptionKey,
        timeout,
        signal: new AbortController().signal,
        onProgress: () => undefined,
      },
      { ...(await partsFor(this.access)), journal },
    );
    return { outcome: outcome.outcome, datasetId: 'datasetId' in outcome ? outcome.datasetId : undefined };
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
   * Compares the journal's word with what the gateway holds; then goes on as a careful user does, who submits again what is told
   * as not created, and looks for what is told as unknown: in the end the gateway holds the dataset once.
   */
  async judge(
    section: string,
    point: string,
    name: string,
    folder: string,
    told?: readonly Told[],
  ): Promise<void> {
    const journal = new DirectoryJournal(folder, { processes: new ProcessWorld().start(2) });
    const records = await this.#recordsAfterRecovery(journal, name);
    const held = this.held(name);
    this.tally.add(section, { point, records, held, ...(told ? { told } : {}) });

    const unknown = records.filter(({ state }) => state.outcome === 'unknown');
    for (const { entry } of unknown) {
      const [dataset] = held;
      await journal.settle(
        entry.id,
        dataset ? { settled: 'created', datasetId: dataset.id } : { settled: 'not-created' },
      );
    }
    const isThere = records.some(({ state }) => state.outcome === 'created' || state.outcome === 'accepted');
    if (!isThere && !(unknown.length > 0 && held.length > 0)) {
      this.proxy.fault = undefined;
      this.proxy.refusing = false;
      await this.submitHere(name, folder);
    }
    const final = await this.#recordsAfterRecovery(journal, name);
    this.tally.addEnd(section, { point, records: final, held: this.held(name) });
  }

  async #recordsAfterRecovery(journal: DirectoryJournal, name: string): Promise<readonly JournalRecord[]> {
    const recovery = await journal.recover();
    const listing = await journal.list();
    if (
      recovery.failure ||
      !listing.ok ||
      listing.value.unreadable.length > 0 ||
      recovery.setAside.length > 0
    )
      throw new Error(`The journal was not mended: ${JSON.stringify({ recovery, listing })}`);
    const key = documentKey(documentNamed(name));
    return listing.value.records.filter(({ entry }) => documentKey(entry.document) === key);
  }
}
