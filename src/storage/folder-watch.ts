import { watch } from 'node:fs';

/**
 * Reports changes in a folder. If the system can't watch it (network drives, a folder that doesn't exist yet, too many
 * watches), the folder is read again and again.
 */
export class FolderWatch {
  readonly #names: () => Promise<readonly string[]>;
  readonly #onChange: () => void;
  readonly #debounce: number;
  readonly #polling: number;
  #stop: () => void = () => undefined;
  #pending: NodeJS.Timeout | undefined;
  #disposed = false;

  /**
   * In milliseconds, `debounce`: how long changes are collected, and `polling`: how often the folder is read if it can't be
   * watched.
   */
  constructor(
    folder: string,
    names: () => Promise<readonly string[]>,
    onChange: () => void,
    { debounce = 100, polling = 2000, watchFolder = watch } = {},
  ) {
    this.#names = names;
    this.#onChange = onChange;
    this.#debounce = debounce;
    this.#polling = polling;
    this.#start(folder, watchFolder);
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#pending);
    this.#stop();
  }

  #start(folder: string, watchFolder: typeof watch): void {
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
    let seen: string | undefined;
    const timer = setInterval(async () => {
      // Each fact is a file of its own, so the names show every change except a replaced file.
      const found = (await this.#names().catch(() => [])).toSorted().join('\n');
      if (this.#disposed) return;
      if (seen !== undefined && found !== seen) this.#changed();
      seen = found;
    }, this.#polling);
    timer.unref();
    this.#stop = () => clearInterval(timer);
  }

  #changed(): void {
    if (this.#disposed || this.#pending) return;
    this.#pending = setTimeout(() => {
      this.#pending = undefined;
      this.#onChange();
    }, this.#debounce);
    this.#pending.unref();
  }
}
