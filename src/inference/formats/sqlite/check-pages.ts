import type { RandomAccess } from '../../bytes/random-access.ts';
import { InferenceError } from '../../failure.ts';
import type { Checkpoint } from '../../work-budget.ts';

/** Bytes that are read at once. */
const blockLength = 1024 * 1024;

/** Types of b-tree pages that have children (https://www.sqlite.org/fileformat2.html, section 1.6). */
const interior = { index: 2, table: 5 } as const;

/**
 * The pages of a SQLite database, to check that each is in one tree, and once. SQLite would follow a circle for ever, and
 * read again and again what several trees share; nothing interrupts it.
 */
export class DatabasePages {
  readonly #children: ReadonlyMap<number, readonly number[]>;
  /** 1 for each page that was checked, by its number, which counts from 1. */
  readonly #checked: Uint8Array;

  private constructor(count: number, children: ReadonlyMap<number, readonly number[]>) {
    this.#children = children;
    this.#checked = new Uint8Array(count + 1);
  }

  static async read(bytes: RandomAccess, checkpoint: Checkpoint): Promise<DatabasePages> {
    const header = await bytes.read(0, 100);
    if (header === undefined) throw damaged();
    const size = ((header[16] as number) << 8) | (header[17] as number);
    const pageSize = size === 1 ? 65536 : size;
    if (pageSize < 512 || (pageSize & (pageSize - 1)) !== 0) throw damaged();
    const count = Math.floor(bytes.size / pageSize);
    const children = new Map<number, readonly number[]>();
    const pagesPerBlock = blockLength / pageSize;
    for (let first = 0; first < count; first += pagesPerBlock) {
      const pages = Math.min(pagesPerBlock, count - first);
      const block = await bytes.read(first * pageSize, pages * pageSize);
      if (block === undefined) throw damaged();
      for (let index = 0; index < pages; index++) {
        const page = new DataView(block.buffer, block.byteOffset + index * pageSize, pageSize);
        // The first page begins with the header of the file.
        const found = childrenOf(page, first + index === 0 ? 100 : 0);
        if (found !== undefined) children.set(first + index + 1, found);
      }
      await checkpoint.pass();
    }
    return new DatabasePages(count, children);
  }

  /** Throws an `InferenceError` if a page of the tree at `root` was checked before. */
  checkTree(root: number): void {
    const pages = [root];
    for (let page = pages.pop(); page !== undefined; page = pages.pop()) {
      // Also of a page that isn't in the file.
      if (this.#checked[page] !== 0) throw damaged();
      this.#checked[page] = 1;
      for (const child of this.#children.get(page) ?? []) pages.push(child);
    }
  }
}

/** `undefined` for a page without children. Pages that are no part of a tree may look like one. */
function childrenOf(page: DataView, start: number): number[] | undefined {
  const type = page.getUint8(start);
  if (type !== interior.index && type !== interior.table) return undefined;
  const cells = page.getUint16(start + 3);
  const children = [page.getUint32(start + 8)];
  for (let cell = 0; cell < cells; cell++) {
    const pointer = start + 12 + cell * 2;
    if (pointer + 2 > page.byteLength) return children;
    const position = page.getUint16(pointer);
    // SQLite notices that the page is damaged.
    if (position + 4 > page.byteLength) return children;
    children.push(page.getUint32(position));
  }
  return children;
}

function damaged(): InferenceError {
  return new InferenceError({ kind: 'damaged', format: 'SQLite' });
}
