import { watch } from 'node:fs';

export interface FolderWatchParts {
  readonly folder: string;
  readonly names: () => Promise<readonly string[]>;
  readonly onChange: () => void;
  /** In milliseconds: how long changes are gathered, and how often is looked where the system doesn't tell. */
  readonly debounce: number;
  readonly polling: number;
  readonly watchFolder?: typeof watch;
}

/**
 * Tells that something in a folder changed, by the system's own word where it gives one, by looking again and again where it
 * doesn't: network drives, a folder that isn't there yet, no watches left.
 */
export class FolderWatch {
  readonly #parts: FolderWatchParts;
  #stop: () => void = () => undefined;
  #pending: NodeJS.Timeout | undefined;
  #disposed = false;

  constructor(parts: FolderWatchParts) {
    this.#parts = parts;
    this.#start();
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#pending);
    this.#stop();
  }

  #start(): void {
    const { folder, watchFolder = watch } = this.#parts;
    try {
      const watcher = watchFolder(folder, { persistent: false }, () => this.#changed());
      this.#stop = () => watcher.close();
      watcher.on('error', () => {
        watcher.close();
        this.#poll();
      });
    } catch {
      this.#poll();
    }
  }

  #poll(): void {
    if (this.#disposed) return;
    const { names, polling } = this.#parts;
    let seen: string | undefined;
    const timer = setInterval(async () => {
      // Every fact is a file of its own, so that the names tell of every change but a corrected one.
      const found = (await names().catch(() => [])).toSorted().join('\n');
      if (this.#disposed) return;
      if (seen !== undefined && found !== seen) this.#changed();
      seen = found;
    }, polling);
    timer.unref();
    this.#stop = () => clearInterval(timer);
  }

  #changed(): void {
    if (this.#disposed || this.#pending) return;
    this.#pending = setTimeout(() => {
      this.#pending = undefined;
      this.#parts.onChange();
    }, this.#parts.debounce);
    this.#pending.unref();
  }
}
