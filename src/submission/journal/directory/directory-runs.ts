import { randomBytes } from 'node:crypto';
import { DurableFolder } from '../../../storage/durable-folder.ts';
import { type FileOperations, nodeFileOperations } from '../../../storage/file-operations.ts';
import { type ProcessTable, SystemProcesses } from '../../../storage/processes/process-identity.ts';
import { isEntryId, newEntryId } from '../entry.ts';
import { type Faulty, withFaults } from '../fault.ts';
import { formatRun, openRunIds, parseRun, type Run, runName } from './run-file.ts';

export interface DirectoryRunsParts {
  readonly files: FileOperations;
  readonly processes: ProcessTable;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly random: (size: number) => Uint8Array;
}

/** The runs that aren't over, in the folder of their journal: what an interrupted one was about, so that it can be resumed. */
export class DirectoryRuns {
  readonly #folder: DurableFolder;
  readonly #parts: DirectoryRunsParts;

  constructor(folder: string, parts: Partial<DirectoryRunsParts> = {}) {
    const whole: DirectoryRunsParts = {
      files: nodeFileOperations,
      processes: new SystemProcesses(),
      now: Date.now,
      random: randomBytes,
      ...parts,
    };
    this.#parts = whole;
    this.#folder = new DurableFolder(folder, whole.files, () => whole.processes.self(), whole.random);
  }

  async begin(
    draft: Pick<Run, 'environment' | 'requestUrl' | 'documents'>,
  ): Promise<{ readonly ok: true; readonly run: Run } | Faulty> {
    const now = new Date(this.#parts.now());
    const id = newEntryId(now, this.#parts.random(8));
    const run: Run = { id, begunAt: now.toISOString(), ...draft, owner: await this.#parts.processes.self() };
    const written = await this.#write(run);
    return written.ok ? { ok: true, run } : written;
  }

  /** Makes a run that was interrupted this process's own. */
  async resume(run: Run): Promise<{ readonly ok: true; readonly run: Run } | Faulty> {
    const own = { ...run, owner: await this.#parts.processes.self() };
    const written = await this.#write(own);
    return written.ok ? { ok: true, run: own } : written;
  }

  /** It is over, or the user gave it up. */
  end(id: string): Promise<{ readonly ok: true } | Faulty> {
    return withFaults(this.#folder.path, async () => {
      if (isEntryId(id)) await this.#folder.remove(runName(id));
    });
  }

  /** Runs whose process is gone, newest first. */
  async interrupted(): Promise<readonly Run[]> {
    const runs: Run[] = [];
    await withFaults(this.#folder.path, async () => {
      for (const id of [...openRunIds(await this.#folder.names())].sort().reverse()) {
        const bytes = await this.#folder.read(runName(id));
        const reading = bytes && parseRun(bytes);
        if (reading?.kind !== 'ok') continue;
        if ((await this.#parts.processes.lifeOf(reading.value.owner)) === 'gone') runs.push(reading.value);
      }
    });
    return runs;
  }

  #write(run: Run): Promise<{ readonly ok: true } | Faulty> {
    return withFaults(this.#folder.path, () => this.#folder.writeWhole(runName(run.id), formatRun(run)));
  }
}
