import { foldedName, surveyHash, surveyName } from './names.ts';

/** Two items of a list whose names are the same by `foldedName`, by their indexes. */
export interface DuplicateName {
  readonly first: number;
  readonly second: number;
}

/** Up to this many names it is faster to compare each with each than to sort. */
const fewNames = 32;

const none: ReadonlySet<number> = new Set();

/**
 * Finds the names that a list has twice. Each name is added as `surveyName` sees it; only where hashes turn out
 * to be the same are the names themselves compared.
 */
export class DuplicateNames {
  private readonly hashes: number[] = [];
  private count = 0;

  /** Begins a new list. */
  clear(): void {
    this.count = 0;
  }

  add(survey: number): void {
    this.hashes[this.count++] = surveyHash(survey);
  }

  /** `nameAt` gives the name of an item, if it has one that may be compared. */
  find(items: number, nameAt: (index: number) => string | undefined): DuplicateName[] {
    const suspects = this.repeatedHashes();
    if (suspects.size === 0) return [];

    const duplicates: DuplicateName[] = [];
    const firsts = new Map<string, number>();
    for (let index = 0; index < items; index++) {
      const name = nameAt(index);
      if (name === undefined || !suspects.has(surveyHash(surveyName(name)))) continue;
      const key = foldedName(name);
      const first = firsts.get(key);
      if (first === undefined) firsts.set(key, index);
      else duplicates.push({ first, second: index });
    }
    return duplicates;
  }

  private repeatedHashes(): ReadonlySet<number> {
    return this.count <= fewNames ? this.repeatedAmongFew() : this.repeatedAmongMany();
  }

  private repeatedAmongFew(): ReadonlySet<number> {
    const { hashes, count } = this;
    let repeated: Set<number> | undefined;
    for (let i = 1; i < count; i++) {
      const hash = hashes[i] as number;
      for (let j = 0; j < i; j++) {
        if (hashes[j] === hash) repeated = (repeated ?? new Set()).add(hash);
      }
    }
    return repeated ?? none;
  }

  private repeatedAmongMany(): ReadonlySet<number> {
    let repeated: Set<number> | undefined;
    const sorted = Int32Array.from(this.hashes.slice(0, this.count)).sort();
    for (let i = 1; i < sorted.length; i++) {
      const hash = sorted[i] as number;
      if (hash === sorted[i - 1]) repeated = (repeated ?? new Set()).add(hash);
    }
    return repeated ?? none;
  }
}
