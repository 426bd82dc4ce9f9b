import { foldedName } from '../dataset/rules/names.ts';
import { nearest } from '../dataset/rules/nearest.ts';
import { InferenceError } from './inference-error.ts';
import { limits } from './inference-limits.ts';
import { tidyName } from './unique-names.ts';

/** Names that near ones are among. */
const maxKnown = 10_000;
/** They are compared in parts. */
const partSize = 200;

/** Which tables of a source are read: those that the user names, in any case, or all. */
export class ChosenTables {
  readonly #names: readonly string[];
  readonly #keys: ReadonlySet<string>;
  readonly #known: string[] = [];

  /** `names`: none for all. */
  constructor(names: readonly string[] = []) {
    this.#names = names;
    this.#keys = new Set(names.map(keyOf));
  }

  get areAll(): boolean {
    return this.#names.length === 0;
  }

  /** For readers that need not read the others. */
  has(name: string): boolean {
    if (this.areAll) return true;
    if (this.#known.length < maxKnown) this.#known.push(name);
    return this.#keys.has(keyOf(name));
  }

  /** Those of the tables that are chosen. Throws an `InferenceError` if a name is of none. */
  of<Table extends { readonly name: string }>(tables: readonly Table[]): readonly Table[] {
    const chosen = tables.filter(({ name }) => this.has(name));
    const found = new Set(chosen.map(({ name }) => keyOf(name)));
    const missing = this.#names.find((name) => !found.has(keyOf(name)));
    if (missing === undefined || this.#known.length === 0) return chosen;
    const tableNames = this.#known.slice(0, limits.listedRows);
    throw new InferenceError({ kind: 'no-such-table', name: missing, near: this.#near(missing), tableNames });
  }

  #near(name: string): string | undefined {
    const others = this.#known.filter((each) => keyOf(each) !== keyOf(name));
    const near: string[] = [];
    for (let start = 0; start < others.length; start += partSize) {
      const found = nearest(name, others.slice(start, start + partSize));
      if (found !== undefined) near.push(found);
    }
    return nearest(name, near);
  }
}

function keyOf(name: string): string {
  return foldedName(tidyName(name));
}
