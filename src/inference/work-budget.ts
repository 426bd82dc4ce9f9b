import { InferenceError } from './inference-error.ts';

/** A budget: a constant, and more for each byte of the source. */
const budgets = {
  /** Units of a few nanoseconds. */
  work: { least: 200_000_000, perByte: 500 },
  /** Bytes. */
  expanded: { least: 16 * 2 ** 20, perByte: 200 },
  /** Bytes. */
  kept: { least: 48 * 2 ** 20, perByte: 20 },
} as const;

/** What a column takes in memory, in bytes. */
const columnSize = 4096;

/**
 * What reading one source may cost, in proportion to its size: whatever a small file declares, and however often it uses
 * it, reading it takes little time and memory. Costs that can't exceed the file's own size need not be counted. Throws an
 * `InferenceError` when one of the budgets is spent.
 */
export class WorkBudget {
  #size = 0;
  readonly #spent = { work: 0, expanded: 0, kept: 0 };

  /** So many more bytes of the source are known. */
  allow(bytes: number): void {
    this.#size += bytes;
  }

  /** Elements of metadata, cells, characters that are compared: each counts where it is used, not where it is declared. */
  work(units: number): void {
    this.#spend('work', units);
  }

  /** Bytes that come out of a compressed file or part, each time that it is read. */
  expand(bytes: number): void {
    this.#spend('expanded', bytes);
  }

  /** Bytes in memory for as long as the source is read. */
  keep(bytes: number): void {
    this.#spend('kept', bytes);
  }

  /** Columns of any table. */
  keepColumns(count: number): void {
    this.#spend('kept', count * columnSize);
  }

  #spend(kind: keyof typeof budgets, amount: number): void {
    this.#spent[kind] += amount;
    const { least, perByte } = budgets[kind];
    if (this.#spent[kind] > least + perByte * this.#size) throw new InferenceError({ kind: 'too-much-work' });
  }
}

/** A scan works at most this long before the event loop gets its turn, in milliseconds: its thread must give signs of life. */
const maxTurn = 250;

/** Where a long scan lets the event loop take its turn, and what it may still cost. */
export class Checkpoint {
  readonly budget = new WorkBudget();
  #turnStarted = performance.now();

  async pass(): Promise<void> {
    if (performance.now() - this.#turnStarted < maxTurn) return;
    await new Promise((resolve) => setTimeout(resolve, 0));
    this.#turnStarted = performance.now();
  }
}
