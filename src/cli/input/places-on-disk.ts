import { basename, dirname, resolve, sep } from 'node:path';

export interface PlacesOnDiskOptions {
  /** The path of a file or folder as the system spells it, with links resolved. Throws if it doesn't exist. */
  readonly realpath: (path: string) => string;
  readonly isLink: (path: string) => boolean;
}

/**
 * Finds out whether two paths are the same file, whatever their case and folder. Links to folders are resolved, because
 * they may be circular; a link to a file is a file of its own.
 */
export class PlacesOnDisk {
  readonly #options: PlacesOnDiskOptions;
  readonly #folders = new Map<string, string>();

  constructor(options: PlacesOnDiskOptions) {
    this.#options = options;
  }

  /** The canonical path of a file. `isListed`: its folder lists it under this name, so only the folder is resolved. */
  of(file: string, isListed: boolean): string {
    if (!isListed) {
      try {
        if (!this.#options.isLink(file)) return this.#options.realpath(file);
      } catch {
        // Reading the file reports the problem.
      }
    }
    return `${this.#realFolder(dirname(file))}${basename(file)}`;
  }

  /** Ends with a separator. By the folder as it is written: of many files in one folder, only the first costs time. */
  #realFolder(folder: string): string {
    let real = this.#folders.get(folder);
    if (real === undefined) {
      real = this.#realPath(resolve(folder));
      if (!real.endsWith(sep)) real += sep;
      this.#folders.set(folder, real);
    }
    return real;
  }

  #realPath(folder: string): string {
    try {
      return this.#options.realpath(folder);
    } catch {
      // Reading the file reports the problem.
      return folder;
    }
  }
}
