import { watch } from 'node:fs';

export interface FolderWatchOptions {
  readonly folder: string;
  readonly names: () => Promise<readonly string[]>;
  readonly onChange: () => void;
  /** In milliseconds: how long changes are collected, and how often the folder is read if it can't be watched. */
  readonly debounce: number;
  readonly polling: number;
  readonly watchFolder?: typeof watch;
}

/**
 * Reports changes in a folder. If the system can't watch it (network drives, a folder that doesn't exist yet, too many
 * watches), the folder is read again and again.
 */
export class FolderWatch {
  readonly #options: FolderWatchOptions;
  #stop: () => void = () => undefined;
  #pending: NodeJS.Timeout | undefined;
  #disposed = false;

  constructor(options: FolderWatchOptions) {
    this.#options = options;
    this.#start();
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#pending);
    this.#stop();
  }

  #start(): void {
    const { folder, watchFolder = watch } = this.#options;
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
    const { names, polling } = this.#options;
    let seen: string | undefined;
    const timer = setInterval(async () => {
      // Each fact is a file of its own, so the names show every change except a replaced file.
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
      this.#options.onChange();
    }, this.#options.debounce);
    this.#pending.unref();
  }
}
