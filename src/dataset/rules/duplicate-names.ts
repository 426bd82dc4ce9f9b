import { foldedName, hashBits, hashName } from './names.ts';

/** The indexes of two items of a list whose names are equal by `foldedName`. */
export interface DuplicateName {
  readonly first: number;
  readonly second: number;
}

/** Up to this many names, comparing each with each is faster than sorting. */
const fewNames = 32;

const none: ReadonlySet<number> = new Set();

/**
 * Finds duplicate names in a list. Names are added as hashes (`hashName`). The names themselves are compared only
 * where hashes are equal.
 */
export class DuplicateNames {
  readonly #hashes: number[] = [];
  #count = 0;

  /** Starts a new list. */
  clear(): void {
    this.#count = 0;
  }

  add(hash: number): void {
    this.#hashes[this.#count++] = hashBits(hash);
  }

  /** `nameAt` returns the name of an item, or `undefined` if it has none to compare. */
  find(items: number, nameAt: (index: number) => string | undefined): DuplicateName[] {
    const suspects = this.#repeatedHashes();
    if (suspects.size === 0) return [];

    const duplicates: DuplicateName[] = [];
    const firsts = new Map<string, number>();
    for (let index = 0; index < items; index++) {
      const name = nameAt(index);
      if (name === undefined || !suspects.has(hashBits(hashName(name)))) continue;
      const key = foldedName(name);
      const first = firsts.get(key);
      if (first === undefined) firsts.set(key, index);
      else duplicates.push({ first, second: index });
    }
    return duplicates;
  }

  #repeatedHashes(): ReadonlySet<number> {
    return this.#count <= fewNames ? this.#repeatedAmongFew() : this.#repeatedAmongMany();
  }

  #repeatedAmongFew(): ReadonlySet<number> {
    const hashes = this.#hashes;
    const count = this.#count;
    let repeated: Set<number> | undefined;
    for (let i = 1; i < count; i++) {
      const hash = hashes[i] as number;
      for (let j = 0; j < i; j++) {
        if (hashes[j] === hash) repeated = (repeated ?? new Set()).add(hash);
      }
    }
    return repeated ?? none;
  }

  #repeatedAmongMany(): ReadonlySet<number> {
    let repeated: Set<number> | undefined;
    const sorted = Int32Array.from(this.#hashes.slice(0, this.#count)).sort();
    for (let i = 1; i < sorted.length; i++) {
      const hash = sorted[i] as number;
      if (hash === sorted[i - 1]) repeated = (repeated ?? new Set()).add(hash);
    }
    return repeated ?? none;
  }
}
