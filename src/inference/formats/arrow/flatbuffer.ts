import { viewOf } from '../../bytes/random-access.ts';
import { checkColumnCount, checkNameLength, damagedData } from '../../inference-error.ts';
import type { WorkBudget } from '../../work-budget.ts';

/**
 * A table of a FlatBuffer (https://flatbuffers.dev/internals/): its first four bytes lead back to the vtable, which has
 * an offset for each field. All reads are within the buffer; an offset that leads out of it is a failure.
 */
export class FlatTable {
  readonly #view: DataView;
  readonly #position: number;
  /** Offsets may lead many times to the same place. */
  readonly #budget: WorkBudget;

  constructor(view: DataView, position: number, budget: WorkBudget) {
    this.#view = view;
    this.#budget = budget;
    this.#position = position;
    // Fails early for a position that leads out.
    this.#at(position, 4);
  }

  static root(bytes: Uint8Array, budget: WorkBudget): FlatTable {
    const view = viewOf(bytes);
    if (bytes.length < 8) throw damagedData('Arrow / Feather');
    return new FlatTable(view, view.getUint32(0, true), budget);
  }

  byte(field: number): number {
    const position = this.#field(field, 1);
    return position === undefined ? 0 : this.#view.getUint8(position);
  }

  int(field: number): number {
    const position = this.#field(field, 4);
    return position === undefined ? 0 : this.#view.getInt32(position, true);
  }

  long(field: number): bigint {
    const position = this.#field(field, 8);
    return position === undefined ? 0n : this.#view.getBigInt64(position, true);
  }

  table(field: number): FlatTable | undefined {
    const position = this.#field(field, 4);
    return position === undefined
      ? undefined
      : new FlatTable(this.#view, this.#follow(position), this.#budget);
  }

  /** A name. */
  text(field: number): string | undefined {
    const bytes = this.#bytes(field);
    if (bytes === undefined) return undefined;
    checkNameLength(bytes.length, 0);
    return new TextDecoder().decode(bytes);
  }

  /** Whether a text is this one, of ASCII. */
  isText(field: number, text: string): boolean {
    const bytes = this.#bytes(field);
    return bytes?.length === text.length && String.fromCharCode(...bytes) === text;
  }

  /** Of a text. */
  #bytes(field: number): Uint8Array | undefined {
    const position = this.#field(field, 4);
    if (position === undefined) return undefined;
    const start = this.#follow(position);
    const length = this.#view.getUint32(this.#at(start, 4), true);
    this.#at(start + 4, length);
    return new Uint8Array(this.#view.buffer, this.#view.byteOffset + start + 4, length);
  }

  tables(field: number): FlatTable[] {
    const vector = this.#vector(field, 4);
    checkColumnCount(vector.length);
    return Array.from(
      { length: vector.length },
      (_, index) => new FlatTable(this.#view, this.#follow(vector.start + index * 4), this.#budget),
    );
  }

  /** A number of 64 bits at an offset in each structure of a vector. */
  *longs(field: number, structureSize: number, offset: number): Iterable<bigint> {
    const vector = this.#vector(field, structureSize);
    for (let index = 0; index < vector.length; index++)
      yield this.#view.getBigInt64(vector.start + index * structureSize + offset, true);
  }

  #vector(field: number, elementSize: number): { start: number; length: number } {
    const position = this.#field(field, 4);
    if (position === undefined) return { start: 0, length: 0 };
    const start = this.#follow(position);
    const length = this.#view.getUint32(this.#at(start, 4), true);
    this.#budget.work(length * 20);
    return { start: this.#at(start + 4, length * elementSize), length };
  }

  /** Where a field is; `undefined`: it has its default. */
  #field(field: number, size: number): number | undefined {
    const vtable = this.#at(this.#position - this.#view.getInt32(this.#position, true), 4);
    const entry = 4 + field * 2;
    if (entry + 2 > this.#view.getUint16(vtable, true)) return undefined;
    const offset = this.#view.getUint16(this.#at(vtable + entry, 2), true);
    return offset === 0 ? undefined : this.#at(this.#position + offset, size);
  }

  #follow(position: number): number {
    return position + this.#view.getUint32(position, true);
  }

  #at(position: number, length: number): number {
    if (position < 0 || position + length > this.#view.byteLength) throw damagedData('Arrow / Feather');
    return position;
  }
}
