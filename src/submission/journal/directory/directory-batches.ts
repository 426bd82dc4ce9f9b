import { randomBytes } from 'node:crypto';
import type { Result } from '../../../result.ts';
import { DurableFolder } from '../../../storage/durable-folder.ts';
import { type FileOperations, nodeFileOperations } from '../../../storage/file-operations.ts';
import { readStored, type StoredResult, writeStored } from '../../../storage/stored-fields.ts';
import {
  type ProcessIdentity,
  type ProcessTable,
  SystemProcesses,
} from '../../../system/process-identity.ts';
import { isEntryId, newEntryId } from '../entry.ts';
import { type JournalFailure, withFileFailures } from '../journal.ts';
import { formatVersion, maxPath, maxSize, readId, readOwner, readTime, readUrl } from './entry-format.ts';

/** Documents that are submitted together, until all of them have been. */
export interface Batch {
  /** Of the same form as an entry's. */
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly begunAt: string;
  readonly environment: string;
  readonly requestUrl: string;
  /** Their URIs, in order. */
  readonly documents: readonly string[];
  readonly owner: ProcessIdentity;
}

/** What begins a batch. */
export type BatchDraft = Pick<Batch, 'environment' | 'requestUrl' | 'documents'>;

/** A batch is a file `<id>.batch` beside the entries: it exists from before its first submission until it is finished. */
export function batchFileName(id: string): string {
  return `${id}.batch`;
}

export function openBatchIds(names: readonly string[]): ReadonlySet<string> {
  return new Set(
    names.filter((name) => name.endsWith('.batch')).map((name) => name.slice(0, -'.batch'.length)),
  );
}

export function formatBatch(batch: Batch): Uint8Array {
  return writeStored(formatVersion, batch);
}

export function parseBatch(bytes: Uint8Array): StoredResult<Batch> {
  return readStored(new TextDecoder().decode(bytes), formatVersion, (fields) => {
    return {
      id: readId(fields),
      begunAt: readTime(fields, 'begunAt'),
      environment: fields.line('environment'),
      requestUrl: readUrl(fields, 'requestUrl'),
      documents: fields.lines('documents', maxPath),
      owner: readOwner(fields),
    };
  });
}

export interface DirectoryBatchesOptions {
  readonly files: FileOperations;
  readonly processes: ProcessTable;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly random: (size: number) => Uint8Array;
}

/** The unfinished batches, in the folder of their journal: an interrupted one can be resumed. */
export class DirectoryBatches {
  readonly #folder: DurableFolder;
  readonly #options: DirectoryBatchesOptions;

  constructor(folder: string, options: Partial<DirectoryBatchesOptions> = {}) {
    const whole: DirectoryBatchesOptions = {
      files: nodeFileOperations,
      processes: new SystemProcesses(),
      now: Date.now,
      random: randomBytes,
      ...options,
    };
    this.#options = whole;
    this.#folder = new DurableFolder(folder, whole.files);
  }

  async begin(draft: BatchDraft): Promise<Result<Batch, JournalFailure>> {
    const now = new Date(this.#options.now());
    const id = newEntryId(now, this.#options.random(8));
    return this.#write({ id, begunAt: now.toISOString(), ...draft });
  }

  /** Makes this process the owner of an interrupted batch. */
  resume(batch: Batch): Promise<Result<Batch, JournalFailure>> {
    return this.#write(batch);
  }

  /** Call it when the batch is finished, or when the user discards the rest of it. */
  end(id: string): Promise<Result<void, JournalFailure>> {
    return withFileFailures(this.#folder.path, async () => {
      if (isEntryId(id)) await this.#folder.remove(batchFileName(id));
    });
  }

  /** Batches whose process has ended, newest first. */
  async interrupted(): Promise<readonly Batch[]> {
    const batches: Batch[] = [];
    await withFileFailures(this.#folder.path, async () => {
      for (const id of [...openBatchIds(await this.#folder.names())].sort().reverse()) {
        const file = await this.#folder.read(batchFileName(id), maxSize.batch);
        const reading = file?.ok ? parseBatch(file.value.bytes) : undefined;
        if (!reading?.ok) continue;
        if ((await this.#options.processes.lifeOf(reading.value.owner)) === 'gone')
          batches.push(reading.value);
      }
    });
    return batches;
  }

  async #write(draft: Omit<Batch, 'owner'>): Promise<Result<Batch, JournalFailure>> {
    const batch: Batch = { ...draft, owner: await this.#options.processes.self() };
    return withFileFailures(this.#folder.path, async () => {
      await this.#folder.writeWhole(batchFileName(batch.id), formatBatch(batch));
      return batch;
    });
  }
}
