import { limits } from '../inference-limits.ts';
import { kind } from '../values/kinds.ts';
import { copyValue, type Escaping, sameBytes } from '../values/values.ts';

/** A value as it is read, with its first row, and how often it occurs. */
export interface RareText {
  readonly kind: number;
  readonly value: Uint8Array;
  readonly row: number;
  count: number;
}

/** The values of a column that are of kinds with few different ones: what may keep it from a narrower type. */
export class RareTexts {
  /** Each of them once, in the order of rows. */
  texts: RareText[] = [];
  /** Kinds with too many, too different, or too long values. Texts for missing values are counted elsewhere. */
  #common: number = kind.missing;

  /** Whether the values of a kind are still few. */
  areRare(valueKind: number): boolean {
    return (this.#common & valueKind) === 0;
  }

  add(
    valueKind: number,
    row: number,
    bytes: Uint8Array,
    start: number,
    end: number,
    escaping: Escaping,
  ): void {
    if (!this.areRare(valueKind)) return;
    if (end - start > maxBytes) this.#giveUp(valueKind);
    else if (escaping === 'none') this.#add(valueKind, row, bytes, start, end, 1);
    else {
      const value = copyValue(bytes, start, end, escaping);
      this.#add(valueKind, row, value, 0, value.length, 1);
    }
  }

  /** Takes those of further rows, which come after `rows` others. */
  merge(other: RareTexts, rows: number): void {
    this.#common |= other.#common;
    this.texts = this.texts.filter((text) => this.areRare(text.kind));
    for (const { kind: valueKind, value, row, count } of other.texts)
      if (this.areRare(valueKind)) this.#add(valueKind, row + rows, value, 0, value.length, count);
  }

  #add(valueKind: number, row: number, bytes: Uint8Array, start: number, end: number, count: number): void {
    const known = this.texts.find(
      (text) =>
        text.kind === valueKind && text.value.length === end - start && sameBytes(text.value, bytes, start),
    );
    if (known === undefined) this.texts.push({ kind: valueKind, value: bytes.slice(start, end), row, count });
    else known.count += count;
    const isFrequent = (known?.count ?? 0) > limits.rareValues;
    const different = this.texts.filter((text) => text.kind === valueKind).length;
    if (isFrequent || different > limits.rareTexts) this.#giveUp(valueKind);
    else if (this.texts.length > maxTexts) this.#giveUp(this.#mostFrequent());
  }

  #mostFrequent(): number {
    const counts = new Map<number, number>();
    for (const text of this.texts) counts.set(text.kind, (counts.get(text.kind) ?? 0) + text.count);
    return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), [0, 0])[0];
  }

  #giveUp(valueKind: number): void {
    this.#common |= valueKind;
    this.texts = this.texts.filter((text) => text.kind !== valueKind);
  }
}

/** Texts of all kinds, so that a column takes little memory. */
const maxTexts = 100;

/** A longer text, as it is written, stands for no missing value. */
const maxBytes = 100;
