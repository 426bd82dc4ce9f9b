import { foldedName } from '../dataset/rules/names.ts';

/** A name as the rules want it: without control characters and white space at its ends. May be empty. */
export function tidyName(name: string): string {
  return name.replace(/\p{Cc}+/gu, ' ').trim();
}

/**
 * Names that differ in more than case. Of equal ones the first keeps its name, others get `_2`, `_3` …; empty ones get
 * `fallback` of their position, counted from 1.
 */
export function uniqueNames(names: readonly string[], fallback: (position: number) => string): string[] {
  const unique = new UniqueNames(names, fallback);
  return names.map((name) => unique.next(name));
}

/** Unique names where not all names are known yet: `known` are those that no numbered name may be equal to. */
export class UniqueNames {
  readonly #taken: ReadonlySet<string>;
  readonly #fallback: (position: number) => string;
  readonly #used = new Set<string>();
  readonly #nextNumber = new Map<string, number>();
  #position = 0;

  constructor(known: readonly string[], fallback: (position: number) => string) {
    const tidied = known.map(tidyName).filter((name) => name !== '');
    this.#taken = new Set(tidied.map(foldedName));
    this.#fallback = fallback;
  }

  next(given: string): string {
    const tidy = tidyName(given);
    const position = ++this.#position;
    const name = tidy === '' ? this.#fallback(position) : tidy;
    const key = foldedName(name);
    if (!this.#used.has(key) && !(tidy === '' && this.#taken.has(key))) {
      this.#used.add(key);
      return name;
    }
    for (let number = this.#nextNumber.get(key) ?? 2; ; number++) {
      const numbered = `${name}_${number}`;
      const numberedKey = foldedName(numbered);
      if (this.#used.has(numberedKey) || this.#taken.has(numberedKey)) continue;
      this.#nextNumber.set(key, number + 1);
      this.#used.add(numberedKey);
      return numbered;
    }
  }
}

/** A file's name without the extension of its format and of its compression. */
export function withoutExtension(fileName: string, extensions: readonly string[]): string {
  const name = fileName.replace(/\.gz$/i, '');
  const extension = extensions.find((each) => name.toLowerCase().endsWith(`.${each}`));
  const bare = extension === undefined ? name : name.slice(0, -extension.length - 1);
  return bare === '' ? fileName : bare;
}
