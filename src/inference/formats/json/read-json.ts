import { ByteWindow } from '../../bytes/byte-window.ts';
import { InferenceError } from '../../failure.ts';
import { limits } from '../../limits.ts';
import type { TableNote } from '../../notes.ts';
import { decodeJsonString } from '../../values/values.ts';
import type { WorkBudget } from '../../work-budget.ts';
import type { FormatInput, ProfiledTable } from '../format.ts';
import { JsonWindow } from './json-window.ts';
import { ObjectProfiler, objectTable } from './object-profiler.ts';
import type { PropertyProfiling } from './object-shape.ts';

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** Levels of objects around the arrays of a document, such as `{"response":{"results":[…]}}`. */
const maxWrappers = 2;

/** A table in a wrapper has at least this part of the rows of the largest. */
const minShare = 10;

/** Reads an array of objects as a table, an object of such arrays as a table each, and any other object as a row. */
export async function readJson({
  chunks,
  isWhole,
  nulls,
  counted,
  leastStep,
  checkpoint,
}: FormatInput): Promise<readonly ProfiledTable[]> {
  const window = new JsonWindow(new ByteWindow(chunks, checkpoint, leastStep));
  const reader = new JsonReader(window, { nulls, counted }, checkpoint.budget);
  switch (await window.peek()) {
    case undefined:
      throw new InferenceError({ kind: 'no-record' });
    case openBracket: {
      const objects = await reader.readArray();
      await reader.expectEnd();
      if (objects === 'empty') throw new InferenceError({ kind: 'empty-array' });
      if (objects === undefined) throw new InferenceError({ kind: 'no-table' });
      return [objectTable(objects, 'json', undefined)];
    }
    case openBrace: {
      const tables = await reader.readTables(isWhole);
      await reader.expectEnd();
      return tables;
    }
    default:
      throw new InferenceError({ kind: 'no-table' });
  }
}

class JsonReader {
  readonly #window: JsonWindow;
  readonly #profiling: PropertyProfiling;
  readonly #budget: WorkBudget;
  /** Checks values that are no rows. */
  readonly #checker: ObjectProfiler;
  /** Of the table that is being read. */
  #row = 0;

  constructor(window: JsonWindow, profiling: PropertyProfiling, budget: WorkBudget) {
    this.#window = window;
    this.#profiling = profiling;
    this.#budget = budget;
    this.#checker = new ObjectProfiler(profiling, budget);
  }

  /** The rows of the array at the window's start; `undefined` where its first element is no object. */
  async readArray(): Promise<ObjectProfiler | 'empty' | undefined> {
    const objects = new ObjectProfiler(this.#profiling, this.#budget);
    let isTable = true;
    this.#row = 0;
    this.#take();
    if ((await this.#window.peek()) === closeBracket) {
      this.#take();
      return 'empty';
    }
    for (;;) {
      this.#row++;
      isTable = await this.#readElement(objects, isTable);
      const next = await this.#window.peek();
      this.#take();
      if (next === closeBracket) return isTable ? objects : undefined;
      if (next !== comma) throw this.#invalid();
    }
  }

  /** Returns whether the array is still a table. */
  async #readElement(objects: ObjectProfiler, isTable: boolean): Promise<boolean> {
    const first = await this.#window.peek();
    const end = await this.#window.valueEnd(this.#row);
    const { bytes, start } = this.#window;
    const isRow = isTable && first === openBrace;
    const parsedEnd = isRow ? objects.readRow(bytes, start) : this.#checker.skipValue(bytes, start, 1);
    if (parsedEnd !== end) throw this.#invalid();
    if (isTable && !isRow && objects.rows > 0)
      throw new InferenceError({ kind: 'not-an-object', row: this.#row });
    this.#window.moveTo(end);
    return isRow;
  }

  /**
   * The tables of the object at the window's start: its arrays of objects, otherwise those in its objects, otherwise itself
   * as one row. `isWhole`: the window holds the whole document.
   */
  async readTables(isWhole: boolean): Promise<readonly ProfiledTable[]> {
    if (isWhole) await this.#window.loadAll();
    const { start } = this.#window;
    const { tables, inner, notes, wrappers, hasValues } = await this.#readProperties(0);
    const most = Math.max(0, ...inner.map(({ rows = 0 }) => rows));
    const [first, ...others] =
      tables.length > 0 ? tables : inner.filter(({ rows = 0 }) => rows * minShare >= most);
    const skipped = tables.length > 0 ? [...notes, ...wrappers] : notes;
    if (first !== undefined) return [{ ...first, notes: [...first.notes, ...skipped] }, ...others];
    if (!isWhole || !hasValues) throw new InferenceError({ kind: 'no-table' });
    const { start: end } = this.#window;
    const objects = new ObjectProfiler(this.#profiling, this.#budget);
    objects.readRow(this.#window.bytes, start);
    this.#window.moveTo(end);
    return [objectTable(objects, 'json', undefined)];
  }

  /** Of the object at the window's start. `inner`: tables in its objects. */
  async #readProperties(depth: number) {
    const tables: ProfiledTable[] = [];
    const inner: ProfiledTable[] = [];
    const notes: TableNote[] = [];
    /** Objects with tables in them. */
    const wrappers: TableNote[] = [];
    let hasValues = false;
    this.#take();
    for (let isFirst = true; ; isFirst = false) {
      const next = await this.#window.peek();
      if (next === closeBrace && isFirst) {
        this.#take();
        break;
      }
      const name = await this.#readKey();
      const opening = await this.#window.peek();
      const objects = opening === openBracket ? await this.readArray() : undefined;
      if (objects !== undefined && objects !== 'empty') tables.push(objectTable(objects, 'json', name));
      else {
        let skipped = notes;
        if (opening === openBrace && depth < maxWrappers) {
          const found = await this.#readProperties(depth + 1);
          inner.push(...found.tables, ...found.inner);
          if (found.tables.length + found.inner.length > 0) skipped = wrappers;
        } else if (opening !== openBracket) {
          await this.#skipValue();
          hasValues ||= opening !== openBrace;
        }
        if (skipped.length < limits.tables) skipped.push({ kind: 'skipped-property', name });
      }
      if (tables.length + inner.length > limits.tables)
        throw new InferenceError({ kind: 'too-many-tables', limit: limits.tables });
      const separator = await this.#window.peek();
      this.#take();
      if (separator === closeBrace) break;
      if (separator !== comma) throw this.#invalid();
    }
    return { tables, inner, notes, wrappers, hasValues };
  }

  async expectEnd(): Promise<void> {
    if ((await this.#window.peek()) !== undefined) throw this.#invalid();
  }

  async #readKey(): Promise<string> {
    this.#row = 0;
    if ((await this.#window.peek()) !== quote) throw this.#invalid();
    const end = await this.#window.valueEnd(0);
    const { bytes, start } = this.#window;
    if (this.#checker.skipValue(bytes, start, 1) !== end) throw this.#invalid();
    if (end - start > limits.nameLength)
      throw new InferenceError({ kind: 'name-too-long', row: 0, limit: limits.nameLength });
    const name = decodeJsonString(bytes, start + 1, end - 1);
    this.#window.moveTo(end);
    if ((await this.#window.peek()) !== colon) throw this.#invalid();
    this.#take();
    return name;
  }

  async #skipValue(): Promise<undefined> {
    const end = await this.#window.valueEnd(0);
    if (this.#checker.skipValue(this.#window.bytes, this.#window.start, 1) !== end) throw this.#invalid();
    this.#window.moveTo(end);
  }

  #take(): void {
    this.#window.moveTo(this.#window.start + 1);
  }

  #invalid(): InferenceError {
    return new InferenceError({ kind: 'invalid-json', row: this.#row });
  }
}
