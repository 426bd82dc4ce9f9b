import { createHash } from 'node:crypto';
import { lstat, readdir, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isRunning } from '../../system/process-identity.ts';

/** In milliseconds: nothing is written for so long. */
const maxAge = 24 * 60 * 60 * 1000;

/**
 * Names for the temporary files that replace others in their folder. What a killed process left there is removed by the next one that
 * writes in the folder, so that it doesn't accumulate.
 */
export class TemporaryFiles {
  readonly #cleaned = new Set<string>();
  /** Process numbers mean nothing on another machine, or in another container. */
  readonly #machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

  async nameIn(folder: string): Promise<string> {
    if (!this.#cleaned.has(folder)) await this.#clean(folder);
    this.#cleaned.add(folder);
    return join(folder, `.dataset-studio-${this.#machine}-${process.pid}-${crypto.randomUUID()}.tmp`);
  }

  /** What can't be removed stays: only the file that is written matters. */
  async #clean(folder: string): Promise<void> {
    for (const name of await readdir(folder).catch(() => [])) {
      const [, machine, pid] = /^\.dataset-studio-([0-9a-f]{8})-(\d+)-[0-9a-f-]{36}\.tmp$/.exec(name) ?? [];
      if (pid === undefined) continue;
      const path = join(folder, name);
      const isAbandoned = machine === this.#machine && !isRunning(Number(pid));
      const isOld = async () => Date.now() - (await lstat(path)).mtimeMs > maxAge;
      if (isAbandoned || (await isOld().catch(() => false))) await unlink(path).catch(() => undefined);
    }
  }
}
