import { foldedName } from '../../dataset/rules/names.ts';
import type { ExpectedColumn } from '../source.ts';
import { tidyName, uniqueNames } from '../unique-names.ts';

/** The names that a table's columns have in the dataset that data is read for. Its header is known by them. */
export class KnownNames {
  /** Of each table that the data may belong to. */
  readonly #tables: readonly ReadonlySet<string>[];

  private constructor(tables: readonly ReadonlySet<string>[]) {
    this.#tables = tables;
  }

  /** `table`: the name of the data's table. `undefined` if the dataset has none of this name, unless it is the only one. */
  static of(expected: readonly ExpectedColumn[], table: string): KnownNames | undefined {
    const names = new Map<string, Set<string>>();
    for (const { table, name } of expected) {
      const known = names.get(foldedName(table)) ?? new Set();
      names.set(foldedName(table), known.add(foldedName(name)));
    }
    const own = foldedName(tidyName(table));
    // Files of the same name are tables with a number.
    const matching = [...names].filter(
      ([name]) => names.size === 1 || name === own || name.replace(/_\d+$/, '') === own,
    );
    return matching.length === 0 ? undefined : new KnownNames(matching.map(([, columns]) => columns));
  }

  /** Whether the names are those that columns get without a header. */
  get areNumbered(): boolean {
    return this.#tables.every((names) => [...names].every((name, index) => name === `column${index + 1}`));
  }

  /** Whether the first column may have no name in a header. */
  get mayLackFirst(): boolean {
    return this.#tables.some((names) => names.values().next().value === 'column1');
  }

  /** The header that gives most of the names; the first one of several; `undefined` if none gives half of them. */
  header<Header extends { readonly names: readonly string[] }>(
    headers: Iterable<Header>,
  ): Header | undefined {
    let best: Header | undefined;
    let most = 0;
    for (const header of headers) {
      const count = this.#count(header.names);
      if (count > most) [best, most] = [header, count];
    }
    return best;
  }

  #count(header: readonly string[]): number {
    const given = header.filter((name) => tidyName(name) !== '');
    const found = new Set(uniqueNames(given, String).map(foldedName));
    const counts = this.#tables.map((names) => {
      const count = [...names].filter((name) => found.has(name)).length;
      return count * 2 < names.size ? 0 : count;
    });
    return Math.max(...counts);
  }
}
