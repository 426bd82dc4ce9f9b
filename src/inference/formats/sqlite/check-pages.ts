import { type RandomAccess, viewOf } from '../../bytes/random-access.ts';
import { damagedData } from '../../inference-error.ts';
import type { Checkpoint } from '../../work-budget.ts';

/** Bytes that are read at once. */
const blockLength = 1024 * 1024;

/** Types of b-tree pages (https://www.sqlite.org/fileformat2.html, section 1.6). */
const interiorIndex = 2;
const interiorTable = 5;
const leafIndex = 10;
const leafTable = 13;

/** What the cells of a b-tree page refer to. */
interface References {
  readonly children: readonly number[];
  /** The first page of each record that doesn't fit into its cell, and the number of such pages. */
  readonly overflows: readonly (readonly [first: number, count: number])[];
}

/**
 * The pages of a SQLite database, to check that each is in one tree or one record, and once. SQLite would follow a circle for
 * ever, and read again and again what several trees or records share; nothing interrupts it.
 */
export class DatabasePages {
  readonly #references: ReadonlyMap<number, References>;
  /** The page that follows in a record, by the number of a page, which counts from 1. */
  readonly #next: Uint32Array;
  /** 1 for each page that was checked, by its number. */
  readonly #checked: Uint8Array;

  private constructor(references: ReadonlyMap<number, References>, next: Uint32Array) {
    this.#references = references;
    this.#next = next;
    this.#checked = new Uint8Array(next.length);
  }

  static async read(bytes: RandomAccess, checkpoint: Checkpoint): Promise<DatabasePages> {
    const header = viewOf(await bytes.read(0, 100));
    const size = header.getUint16(16);
    const pageSize = size === 1 ? 65536 : size;
    if (pageSize < 512 || (pageSize & (pageSize - 1)) !== 0) throw damagedData('SQLite');
    const usable = pageSize - header.getUint8(20);
    const count = Math.floor(bytes.size / pageSize);
    const references = new Map<number, References>();
    const next = new Uint32Array(count + 1);
    const pagesPerBlock = blockLength / pageSize;
    for (let first = 0; first < count; first += pagesPerBlock) {
      const pages = Math.min(pagesPerBlock, count - first);
      const block = await bytes.read(first * pageSize, pages * pageSize);
      for (let index = 0; index < pages; index++) {
        const page = new DataView(block.buffer, block.byteOffset + index * pageSize, pageSize);
        const number = first + index + 1;
        next[number] = page.getUint32(0);
        // The first page begins with the header of the file.
        const found = referencesOf(page, number === 1 ? 100 : 0, usable);
        if (found !== undefined) references.set(number, found);
      }
      await checkpoint.pass();
    }
    return new DatabasePages(references, next);
  }

  /** Throws an `InferenceError` if a page of the tree at `root`, or of one of its records, was checked before. */
  checkTree(root: number): void {
    const pages = [root];
    for (let page = pages.pop(); page !== undefined; page = pages.pop()) {
      this.#check(page);
      const { children = [], overflows = [] } = this.#references.get(page) ?? {};
      for (const child of children) pages.push(child);
      for (const [first, count] of overflows)
        for (let number = first, left = count; left > 0; left--) {
          this.#check(number);
          number = this.#next[number] ?? 0;
        }
    }
  }

  #check(page: number): void {
    // Also of a page that isn't in the file.
    if (page === 0 || this.#checked[page] !== 0) throw damagedData('SQLite');
    this.#checked[page] = 1;
  }
}

/** `undefined` for a page that refers to none. Pages that are no part of a tree may look like one. */
function referencesOf(page: DataView, start: number, usable: number): References | undefined {
  const type = page.getUint8(start);
  const isInterior = type === interiorIndex || type === interiorTable;
  if (!isInterior && type !== leafIndex && type !== leafTable) return undefined;
  const cells = page.getUint16(start + 3);
  const children = isInterior ? [page.getUint32(start + 8)] : [];
  const overflows: [number, number][] = [];
  for (let cell = 0; cell < cells; cell++) {
    const pointer = start + (isInterior ? 12 : 8) + cell * 2;
    // SQLite notices that the page is damaged.
    if (pointer + 2 > page.byteLength) break;
    const position = page.getUint16(pointer);
    if (position + 4 > page.byteLength) break;
    if (isInterior) children.push(page.getUint32(position));
    const overflow = type === interiorTable ? undefined : overflowOf(page, type, position, usable);
    if (overflow !== undefined) overflows.push(overflow);
  }
  return children.length > 0 || overflows.length > 0 ? { children, overflows } : undefined;
}

/** Of the record in a cell; `undefined` if it is in the cell as a whole. */
function overflowOf(
  page: DataView,
  type: number,
  position: number,
  usable: number,
): [first: number, count: number] | undefined {
  const [length, start] = integerAt(page, position + (type === interiorIndex ? 4 : 0));
  const payload = type === leafTable ? integerAt(page, start)[1] : start;
  const longest = type === leafTable ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23;
  if (length <= longest) return undefined;
  const shortest = Math.floor(((usable - 12) * 32) / 255) - 23;
  const fitting = shortest + ((length - shortest) % (usable - 4));
  const inCell = fitting <= longest ? fitting : shortest;
  if (payload + inCell + 4 > page.byteLength) return undefined;
  return [page.getUint32(payload + inCell), Math.ceil((length - inCell) / (usable - 4))];
}

/** An integer of variable length (section 1.6), and where it ends. */
function integerAt(page: DataView, position: number): [value: number, end: number] {
  let value = 0;
  for (let index = 0; index < 9 && position + index < page.byteLength; index++) {
    const byte = page.getUint8(position + index);
    if (index === 8) return [value * 256 + byte, position + 9];
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return [value, position + index + 1];
  }
  return [value, page.byteLength];
}
