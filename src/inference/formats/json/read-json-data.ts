import { isRecord } from '../../../is-record.ts';
import { parseJson } from '../../../text/parse-json.ts';
import type { FormatInput, ProfiledTable } from '../../data-format.ts';
import {
  checkNameLength,
  checkRecordLength,
  checkTableCount,
  InferenceError,
} from '../../inference-error.ts';
import { limits } from '../../inference-limits.ts';
import { FirstFew, type TableNote } from '../../notes.ts';
import { decodeJsonString } from '../../values/values.ts';
import { looksLikeSchema } from '../schemas/looks-like-schema.ts';
import { ArrayTables } from './array-tables.ts';
import {
  closeBrace,
  closeBracket,
  colon,
  comma,
  openBrace,
  openBracket,
  quote,
  smallN,
} from './json-bytes.ts';
import { firstItems, hasObjects, isKeyed, minKeyed, startsWithArrays, startsWithMeta } from './json-head.ts';
import { JsonWindow } from './json-window.ts';
import { checkNoComment } from './looks-like-json.ts';
import { ObjectProfiler, objectTable, type ReadRows } from './object-profiler.ts';

/** Levels of objects around the arrays of a document, such as `{"response":{"results":[…]}}`. */
const maxWrappers = 2;

/** A table in a wrapper has at least this part of the rows of the largest. */
const minShare = 10;

/**
 * Reads an array of objects, or of arrays after one with names, as a table, an object of such arrays as a table each, objects
 * of the same shape by their keys as a table, and any other object as a row.
 */
export async function readJson(input: FormatInput): Promise<readonly ProfiledTable[]> {
  const tables = await readDocument(input);
  if (tables.some(({ text }) => text?.kind !== 'json' || text.arrays === undefined)) checkObjectRows(input);
  return tables;
}

/** Objects name their columns themselves. Throws an `InferenceError` if the user says where their header is. */
export function checkObjectRows({ choices: { headerRow, skip } }: FormatInput): void {
  if ((headerRow ?? skip) !== undefined) throw new InferenceError({ kind: 'rows-of-objects' });
}

async function readDocument(input: FormatInput): Promise<readonly ProfiledTable[]> {
  checkNoComment(input.head);
  const window = new JsonWindow(input.chunks, input.checkpoint, input.leastStep);
  const reader = new JsonReader(window, input);
  switch (await window.peek()) {
    case undefined:
      throw new InferenceError({ kind: 'no-record' });
    case openBracket: {
      if (await startsWithMeta(window)) return [await reader.readBelowMeta()];
      const rows = await reader.readArray(1, await startsWithArrays(window));
      await reader.expectEnd();
      if (rows === 'empty') throw new InferenceError({ kind: 'empty-array' });
      if (rows === undefined) throw new InferenceError({ kind: 'no-table' });
      return [rows.table(undefined, { kind: 'json', path: [], rows: 'items' })];
    }
    case openBrace: {
      if (await isKeyed(window, minKeyed.outermost)) {
        const table = await reader.readKeyed([]);
        await reader.expectEnd();
        return [table];
      }
      const tables = await reader.readTables();
      await reader.expectEnd();
      if (!looksLikeSchema(input.head)) return tables;
      return tables.map((table) => ({ ...table, notes: [...table.notes, { kind: 'like-schema' }] }));
    }
    default:
      await reader.skipValue();
      await reader.expectEnd();
      throw new InferenceError({ kind: 'no-table' });
  }
}

/** What the rows of an array are. */
type Rows = 'unknown' | 'objects' | 'arrays' | 'none';

/** The names of what is left out, for a note of each kind. */
class SkippedProperties {
  readonly values = new FirstFew<string>();
  readonly tables = new FirstFew<string>();

  /** `path`: of the others' object. */
  addAll(others: SkippedProperties, path = ''): void {
    for (const kind of ['values', 'tables'] as const) {
      for (const name of others[kind].items) this[kind].add(path + name);
      this[kind].count += others[kind].count - others[kind].items.length;
    }
  }

  notes(): TableNote[] {
    const { values, tables } = this;
    return [
      { kind: 'skipped-properties', count: values.count, names: values.items } as const,
      { kind: 'skipped-tables', count: tables.count, names: tables.items } as const,
    ].filter(({ count }) => count > 0);
  }
}

function rowsOf(objects: ObjectProfiler): ReadRows {
  return {
    isSteady: objects.shape.count > 0,
    table: (name, text) => objectTable(objects, 'json', name, text),
  };
}

class JsonReader {
  readonly #window: JsonWindow;
  readonly #input: FormatInput;
  /** Checks values that are no rows. */
  readonly #checker: ObjectProfiler;
  /** Of the table that is being read. */
  #row = 0;
  #table: string | undefined;
  /** The object of the document as a row, with the first items of long arrays. */
  #rowBytes = new Uint8Array(1024);
  #rowLength = 0;
  /** Whether the array that was read last has objects. */
  #hasObjects = false;
  /** What a document says in another place about the arrays that are its rows. */
  #columnNames: readonly string[] | undefined;
  /** Of the array that is being read, if its rows are arrays. */
  #arrays: ArrayTables | undefined;

  constructor(window: JsonWindow, input: FormatInput) {
    this.#window = window;
    this.#input = input;
    this.#checker = this.#newProfiler();
  }

  #newProfiler(): ObjectProfiler {
    const { nulls, profiles, checkpoint } = this.#input;
    return new ObjectProfiler({ nulls, profiles }, checkpoint.budget);
  }

  /**
   * The rows of the array at the window's start; `undefined` where it is no table. `minWidth`: of rows that are arrays.
   * `isSequence`: rows are not in an array, but come one after the other. `table`: its name. `names`: of its columns, if
   * its rows are arrays without a header.
   */
  async readArray(
    minWidth: number,
    isSequence = false,
    table?: string,
    names?: readonly string[],
  ): Promise<ReadRows | 'empty' | undefined> {
    const objects = this.#newProfiler();
    let rows: Rows = names ? 'arrays' : 'unknown';
    this.#row = 0;
    this.#table = table;
    this.#hasObjects = false;
    this.#arrays = names && ArrayTables.named(names, this.#input);
    if (!isSequence) this.#take();
    if (!isSequence && (await this.#window.peek()) === closeBracket) {
      this.#take();
      return this.#arrays ? this.#arrays.end(minWidth) : 'empty';
    }
    for (;;) {
      this.#row++;
      const window = this.#window;
      const first = window.peekNow() ?? (await window.peek());
      const end = window.valueEndNow(this.#row) ?? (await window.valueEnd(this.#row));
      if (first === openBrace) this.#hasObjects = true;
      rows = this.#readElement(first, end, objects, rows);
      const next = window.peekNow() ?? (await window.peek());
      if (next === (isSequence ? undefined : closeBracket)) {
        if (!isSequence) this.#take();
        if (rows === 'arrays') return this.#arrays?.end(minWidth);
        return rows !== 'none' && objects.rows > 0 ? rowsOf(objects) : undefined;
      }
      if (isSequence) continue;
      this.#take();
      if (next !== comma) throw this.#invalid();
    }
  }

  /** Returns what the rows of the array are, as far as it is known. */
  #readElement(first: number | undefined, end: number, objects: ObjectProfiler, rows: Rows): Rows {
    const { bytes, start } = this.#window;
    this.#window.start = end;
    const check = (parsedEnd: number) => {
      if (parsedEnd !== end) throw this.#invalid();
    };
    if (first === smallN && rows !== 'none') {
      if (rows === 'arrays') {
        check(this.#checker.skipValue(bytes, start, 1));
        this.#arrays?.addNull();
      } else {
        check(objects.readRow(bytes, start));
        this.#row--;
      }
      return rows;
    }
    if (first === openBrace && (rows === 'unknown' || rows === 'objects')) {
      check(objects.readRow(bytes, start));
      return 'objects';
    }
    // Rows are counted below the header.
    if (rows === 'arrays') this.#row--;
    this.#checker.rows = this.#row;
    check(this.#checker.skipValue(bytes, start, 1));
    if (rows === 'arrays') this.#row++;
    if (rows === 'objects') throw new InferenceError({ kind: 'not-an-object', row: this.#row });
    if (first !== openBracket || rows === 'none') return 'none';
    this.#arrays ??= new ArrayTables(this.#input, this.#table);
    this.#arrays.add(bytes, start, end, this.#row);
    return 'arrays';
  }

  /** The table of an array whose first item is about the second one, which has the rows. */
  async readBelowMeta(): Promise<ProfiledTable> {
    this.#take();
    const skipped = new SkippedProperties();
    for await (const name of this.#properties()) {
      await this.skipValue();
      skipped.values.add(name);
    }
    // The comma.
    await this.#window.peek();
    this.#take();
    await this.#window.peek();
    const rows = await this.readArray(1);
    if ((await this.#window.peek()) !== closeBracket) throw this.#invalid();
    this.#take();
    await this.expectEnd();
    if (rows === undefined || rows === 'empty') throw new InferenceError({ kind: 'no-table' });
    const table = rows.table(undefined, { kind: 'json', path: [1], rows: 'items' });
    return { ...table, notes: [...table.notes, ...skipped.notes()] };
  }

  /** The table of the objects in the object at the window's start, with their keys. */
  async readKeyed(path: readonly string[]): Promise<ProfiledTable> {
    const objects = this.#newProfiler();
    const keys = objects.shape.add('key');
    const skipped = new SkippedProperties();
    for await (const key of this.#properties()) {
      this.#row = objects.rows + 1;
      const first = await this.#window.peek();
      const end = await this.#window.valueEnd(this.#row);
      const { bytes, start } = this.#window;
      const isRow = first === openBrace || first === smallN;
      const parsedEnd = isRow ? objects.readRow(bytes, start) : this.#checker.skipValue(bytes, start, 1);
      if (parsedEnd !== end) throw this.#invalid();
      if (first === openBrace) objects.addText(keys, key);
      else if (!isRow) {
        const hasRows = first === openBracket && hasObjects(bytes, start);
        skipped[hasRows ? 'tables' : 'values'].add(key);
      }
      this.#window.start = end;
    }
    const table = objectTable(objects, 'json', path.at(-1), { kind: 'json', path, rows: 'properties' });
    return { ...table, notes: [...table.notes, ...skipped.notes()] };
  }

  /**
   * The tables of the object at the window's start: its arrays of objects, otherwise those in its objects, otherwise itself
   * as one row.
   */
  async readTables(): Promise<readonly ProfiledTable[]> {
    const { tables, inner, skipped, wrappers, named } = await this.#readProperties([]);
    if (named !== undefined) {
      const note = { kind: 'skipped-properties', count: 1, names: ['meta'] } as const;
      return [{ ...named, notes: [...named.notes, note] }];
    }
    const { chosen } = this.#input;
    if (!chosen.areAll && tables.length + inner.length > 0)
      return [...tables, ...inner].filter(({ name = '' }) => chosen.has(name));
    const most = Math.max(0, ...inner.map(({ rows = 0 }) => rows));
    const isLarge = ({ rows = 0 }: ProfiledTable) => rows * minShare >= most;
    if (tables.length > 0) skipped.addAll(wrappers);
    else for (const { name = '' } of inner.filter((table) => !isLarge(table))) skipped.tables.add(name);
    const [first, ...others] = tables.length > 0 ? tables : inner.filter(isLarge);
    if (first !== undefined) return [{ ...first, notes: [...first.notes, ...skipped.notes()] }, ...others];
    checkRecordLength(this.#rowLength, 1);
    const objects = this.#newProfiler();
    objects.readRow(this.#rowBytes, 0);
    return [objectTable(objects, 'json', undefined, { kind: 'json', path: [], rows: 'itself' })];
  }

  /** Keeps a part of the document, which is a row if it has no tables. */
  #keep(part: Uint8Array | string): void {
    const bytes = typeof part === 'string' ? new TextEncoder().encode(part) : part;
    const start = this.#rowLength;
    this.#rowLength += bytes.length;
    if (this.#rowLength > limits.recordBytes) return;
    if (this.#rowLength > this.#rowBytes.length) {
      const larger = new Uint8Array(this.#rowLength * 2);
      larger.set(this.#rowBytes);
      this.#rowBytes = larger;
    }
    this.#rowBytes.set(bytes, start);
  }

  /** Of the object at the window's start, by its path. `inner`: tables in its objects. */
  async #readProperties(outer: readonly string[]) {
    const tables: ProfiledTable[] = [];
    const inner: ProfiledTable[] = [];
    const skipped = new SkippedProperties();
    /** The table whose columns have names in another place. */
    let named: ProfiledTable | undefined;
    /** Objects with tables in them. */
    const wrappers = new SkippedProperties();
    this.#keep('{');
    let separator = '';
    const { headerRow } = this.#input.choices;
    for await (const name of this.#properties()) {
      this.#keep(`${separator}${JSON.stringify(name)}:`);
      separator = ',';
      const path = [...outer, name];
      const opening = await this.#window.peek();
      if (opening === openBracket) {
        await this.#window.atLeast(limits.headBytes);
        this.#keep(firstItems(this.#window));
        if (path.join() === 'meta,view,columns') this.#columnNames = await this.#namesOfItems();
      }
      const names = path.join() === 'data' && headerRow === undefined ? this.#columnNames : undefined;
      const least = names ? 1 : 2;
      const rows = opening === openBracket ? await this.readArray(least, false, name, names) : undefined;
      if (rows !== undefined && rows !== 'empty' && rows.isSteady) {
        tables.push(rows.table(name, { kind: 'json', path, rows: 'items' }));
        if (names) named = tables.at(-1);
      } else {
        let isWrapper = false;
        // Rows that are surely no table are still more than a value.
        const hasRows =
          opening === openBracket && rows !== 'empty' && (rows !== undefined || this.#hasObjects);
        if (opening === openBrace && outer.length < maxWrappers) {
          if (await isKeyed(this.#window, minKeyed.inner)) {
            this.#keep('{}');
            inner.push(await this.readKeyed(path));
            isWrapper = true;
          } else {
            const found = await this.#readProperties(path);
            inner.push(...found.tables, ...found.inner);
            isWrapper = found.tables.length + found.inner.length > 0;
            if (isWrapper) skipped.addAll(found.skipped, `${name}.`);
          }
        } else if (opening !== openBracket) {
          await this.skipValue();
        }
        if (isWrapper) wrappers.tables.add(name);
        else skipped[hasRows ? 'tables' : 'values'].add(name);
      }
      checkTableCount(tables.length + inner.length);
    }
    this.#keep('}');
    return { tables, inner, skipped, wrappers, named };
  }

  /**
   * The names that the objects of the array at the window's start have: of columns, as in Socrata's `rows.json`, whose rows
   * are arrays.
   */
  async #namesOfItems(): Promise<readonly string[] | undefined> {
    const end = await this.#window.valueEnd(0);
    const { bytes, start } = this.#window;
    const items = parseJson(new TextDecoder().decode(bytes.subarray(start, end)));
    const names = Array.isArray(items) ? items.map((item) => (isRecord(item) ? item.name : undefined)) : [];
    return names.length > 0 && names.every((each) => typeof each === 'string') ? names : undefined;
  }

  /** The names in the object at the window's start, which is moved to the value of each, and has to be moved behind it. */
  async *#properties(): AsyncGenerator<string, void, undefined> {
    this.#take();
    for (let isFirst = true; ; isFirst = false) {
      if (isFirst && (await this.#window.peek()) === closeBrace) break;
      yield await this.#readKey();
      const separator = await this.#window.peek();
      if (separator === closeBrace) break;
      this.#take();
      if (separator !== comma) throw this.#invalid();
    }
    this.#take();
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
    checkNameLength(end - start, 0);
    const name = decodeJsonString(bytes, start + 1, end - 1);
    this.#window.start = end;
    if ((await this.#window.peek()) !== colon) throw this.#invalid();
    this.#take();
    return name;
  }

  async skipValue(): Promise<void> {
    const end = await this.#window.valueEnd(0);
    if (this.#checker.skipValue(this.#window.bytes, this.#window.start, 1) !== end) throw this.#invalid();
    this.#keep(this.#window.bytes.subarray(this.#window.start, end));
    this.#window.start = end;
  }

  #take(): void {
    this.#window.start++;
  }

  #invalid(): InferenceError {
    return new InferenceError({ kind: 'invalid-json', row: this.#row });
  }
}
