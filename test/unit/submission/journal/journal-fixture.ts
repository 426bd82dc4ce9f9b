import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type EntryDraft,
  type EntryFacts,
  type RecordedOutcome,
  type Settlement,
  settledFact,
} from '../../../../src/submission/journal/entry.ts';
import type { Life, ProcessIdentity, ProcessTable } from '../../../../src/system/process-identity.ts';

export const draft: EntryDraft = {
  environment: 'staging',
  origin: 'https://gateway.example',
  requestUrl: 'https://gateway.example/api/reporting/datasets?defaultRetentionPolicy=None',
  retentionPolicy: 'None',
  document: 'file:///work/sales.dataset.json',
  mayTake: 420_000,
};

export const created: RecordedOutcome = {
  kind: 'created',
  status: 201,
  datasetId: 'd-1',
  response: '{"id":"d-1"}',
};

export const unknown: RecordedOutcome = {
  kind: 'unknown',
  cause: { kind: 'connection-lost', code: 'ECONNRESET' },
};

/** A body, which is always JSON. */
export function jsonBytes(value: unknown): Uint8Array {
  return bytes(JSON.stringify(value));
}

export function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Processes that live and die as a test wants it. */
export class ProcessWorld {
  readonly #lives = new Map<number, Life>();

  start(pid: number): ProcessTable {
    this.#lives.set(pid, 'alive');
    return {
      self: async () => identity(pid),
      lifeOf: async (process) => this.#lives.get(process.pid) ?? 'gone',
    };
  }

  becomes(pid: number, life: Life): void {
    this.#lives.set(pid, life);
  }
}

export function identity(pid: number): ProcessIdentity {
  return { pid, startedAt: `ticks:${pid}`, host: 'test', bootId: 'boot' };
}

/** Folders that are gone after the test. */
export class TemporaryFolders {
  readonly #folders: string[] = [];

  async make(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'journal-'));
    this.#folders.push(folder);
    return join(folder, 'journal');
  }

  async removeAll(): Promise<void> {
    for (const folder of this.#folders.splice(0)) await rm(folder, { recursive: true, force: true });
  }
}

/** What may happen to an entry. */
export type EntryEvent =
  | { readonly kind: 'conclude'; readonly outcome: RecordedOutcome }
  | { readonly kind: 'lose' }
  | { readonly kind: 'settle'; readonly settlement: Settlement }
  | { readonly kind: 'delete' };

/** The facts of an entry after an event that is allowed. */
export function apply(facts: EntryFacts, event: EntryEvent): EntryFacts | 'deleted' {
  switch (event.kind) {
    case 'conclude':
      return { ...facts, outcome: { ...event.outcome, at: '' } };
    case 'lose':
      return { ...facts, lost: { at: '' } };
    case 'settle':
      return { ...facts, settled: settledFact(facts, event.settlement, '') };
    case 'delete':
      return 'deleted';
  }
}
