/** Traits of a name's characters, as bits below its hash. */
export const nameTraits = { blankEnd: 1, control: 2 } as const;

const traitBits = 2;

/** Names of these characters fold by lower case alone. */
const ascii = /^[\0-\x7e]*$/;

/**
 * Reads a name's characters once and returns its `nameTraits`, and above them a hash of 30 bits that is equal for names
 * that are equal by `foldedName`. One number, so that a hundred thousand names allocate nothing.
 */
export function hashName(name: string): number {
  const { length } = name;
  let traits = 0;
  let hash = 0;
  for (let i = 0; i < length; i++) {
    const unit = name.charCodeAt(i);
    if (unit > 0x7e) return (hashOf(foldedName(name)) << traitBits) | otherTraits(name);
    if (unit < 0x20) traits = nameTraits.control;
    hash = Math.imul(hash ^ (unit >= 0x41 && unit <= 0x5a ? unit | 0x20 : unit), 0x01000193);
  }
  if (length > 0 && (isBlank(name.charCodeAt(0)) || isBlank(name.charCodeAt(length - 1)))) {
    traits |= nameTraits.blankEnd;
  }
  return (hash << traitBits) | traits;
}

/** The hash of `hashName` without the traits. */
export function hashBits(hash: number): number {
  return hash >> traitBits;
}

/** The traits of names that aren't ASCII. */
function otherTraits(name: string): number {
  return (/^\s|\s$/.test(name) ? nameTraits.blankEnd : 0) | (/\p{Cc}/u.test(name) ? nameTraits.control : 0);
}

/** FNV-1a over UTF-16 units, starting from zero. */
function hashOf(name: string): number {
  let hash = 0;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return hash;
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
}

/**
 * The form in which equal names are equal: Unicode's full case folding, in normalization form C
 * (`É` = `é` however composed, `ß` = `ss`, `Σ` = `ς`; but `ı`, as in Turkish, is not `i`).
 */
export function foldedName(name: string): string {
  if (ascii.test(name)) return name.toLowerCase();
  // ECMAScript has no case folding. Lower, upper, lower has the same effect, except for the dotless i.
  return name
    .normalize('NFC')
    .split('ı')
    .map((part) => part.toLowerCase().toUpperCase().toLowerCase())
    .join('ı')
    .normalize('NFC');
}

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
