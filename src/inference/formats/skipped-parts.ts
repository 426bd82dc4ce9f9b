import { foldedName } from '../../dataset/rules/names.ts';
import type { FormatInput, SkippedPart } from '../data-format.ts';
import { limits } from '../inference-limits.ts';

/** Names that are reported of one kind of part. */
const maxNames = 10;

/** Kinds of parts. Further ones are counted together. */
const maxKinds = 50;

interface Kind {
  count: number;
  readonly names: string[];
  /** All names that are known to be counted. */
  readonly counted: Set<string>;
}

/** Counts what a schema or a database has beside tables. What it keeps is small, whatever there is. */
export class SkippedParts {
  readonly #kinds = new Map<string, Kind>();
  readonly #expected: ReadonlySet<string>;

  /** Names of tables that the data is checked against are reported before others. */
  constructor({ choices: { expected = [] } }: Pick<FormatInput, 'choices'>) {
    this.#expected = new Set(expected.map(({ table }) => foldedName(table)));
  }

  /** `name`: of a table or a view; the same one counts once. */
  add(what: string, name = '', count = 1): void {
    const shown = this.#kinds.has(what) || this.#kinds.size < maxKinds ? what : 'other statement';
    const kind = this.#kinds.get(shown) ?? { count: 0, names: [], counted: new Set() };
    this.#kinds.set(shown, kind);
    const cut = name.slice(0, limits.quotedLength);
    // Dumps of MySQL create a view twice.
    if (cut !== '' && kind.counted.has(cut)) return;
    kind.count += count;
    if (cut === '') return;
    if (kind.counted.size < limits.tables) kind.counted.add(cut);
    if (this.#expected.has(foldedName(cut.slice(cut.lastIndexOf('.') + 1)))) kind.names.unshift(cut);
    else kind.names.push(cut);
    if (kind.names.length > maxNames) kind.names.pop();
  }

  get list(): readonly SkippedPart[] {
    return [...this.#kinds].map(([what, { count, names }]) => ({ what, count, names }));
  }
}
