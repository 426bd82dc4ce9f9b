import type { SchemaElement } from 'hyparquet';
import {
  type DeclaredType,
  decimalType,
  declared,
  namedType,
  unknownType,
} from '../../columns/declared-types.ts';
import { checkColumnCount, checkTypeDepth, damagedData } from '../../inference-error.ts';

export interface SchemaColumn extends DeclaredType {
  readonly path: readonly string[];
  readonly element: SchemaElement;
  /** Its number among the physical columns; `undefined` for a list or a map, which has several or repeats. */
  readonly leaf: number | undefined;
}

/** The columns of a schema, which is a tree in preorder: each element says how many children follow. */
export function readSchema(elements: readonly SchemaElement[]): SchemaColumn[] {
  const root = elements[0];
  if (root === undefined || !isCount(root.num_children ?? 0)) throw damagedData('Parquet');
  const reader = new SchemaReader(elements);
  const end = reader.children(0, 1, []);
  if (end !== elements.length) throw damagedData('Parquet');
  return reader.columns;
}

class SchemaReader {
  readonly columns: SchemaColumn[] = [];
  readonly #elements: readonly SchemaElement[];
  #leaves = 0;

  constructor(elements: readonly SchemaElement[]) {
    this.#elements = elements;
  }

  /** Reads the children of an element, which begin at `start`. Returns where they end. */
  children(parent: number, start: number, path: readonly string[]): number {
    checkTypeDepth(path.length);
    const count = this.#elements[parent]?.num_children ?? 0;
    if (!isCount(count) || count > this.#elements.length - start) throw damagedData('Parquet');
    let i = start;
    for (let child = 0; child < count; child++) i = this.#element(i, path);
    return i;
  }

  #element(index: number, parents: readonly string[]): number {
    const element = this.#elements[index];
    if (element === undefined || typeof element.name !== 'string') throw damagedData('Parquet');
    const path = [...parents, element.name];
    const group = groupType(element);
    if (group !== undefined) {
      this.#add({ path, element, leaf: undefined, ...group });
      return this.#skip(index, 0);
    }
    if (isGroup(element)) return this.children(index, index + 1, path);
    this.#add({ path, element, leaf: this.#leaves++, ...leafType(element) });
    return index + 1;
  }

  #add(column: SchemaColumn): void {
    this.columns.push(column);
    checkColumnCount(this.columns.length);
  }

  /** After an element and all below it, whose leaves are counted. */
  #skip(index: number, depth: number): number {
    checkTypeDepth(depth);
    const element = this.#elements[index];
    if (element === undefined) throw damagedData('Parquet');
    if (!isGroup(element)) this.#leaves++;
    const count = element.num_children ?? 0;
    if (!isCount(count) || count > this.#elements.length) throw damagedData('Parquet');
    let i = index + 1;
    for (let child = 0; child < count; child++) i = this.#skip(i, depth + 1);
    return i;
  }
}

function isCount(count: number): boolean {
  return Number.isInteger(count) && count >= 0;
}

/** Groups have no physical type. */
function isGroup({ type }: SchemaElement): boolean {
  return type === undefined;
}

/** What becomes one column though it may have parts. */
function groupType(element: SchemaElement): DeclaredType | undefined {
  const { converted_type: converted, logical_type: logical, repetition_type: repetition } = element;
  if (converted === 'MAP' || converted === 'MAP_KEY_VALUE' || logical?.type === 'MAP') return declared.map;
  if (converted === 'LIST' || logical?.type === 'LIST' || repetition === 'REPEATED') return declared.list;
  if (isGroup(element) && logical?.type === 'VARIANT') return unknownType('VARIANT');
  return undefined;
}

/** https://github.com/apache/parquet-format/blob/master/LogicalTypes.md, then what writers used before, and still write. */
function leafType({
  logical_type: logical,
  converted_type: converted,
  ...element
}: SchemaElement): DeclaredType {
  switch (logical?.type) {
    case 'DECIMAL':
      return decimalType(logical.precision, logical.scale ?? 0);
    case 'INTEGER':
      return logical.isSigned || logical.bitWidth < 64 ? declared.integer : declared.unsigned;
  }
  if (converted === 'DECIMAL' && logical === undefined)
    return decimalType(element.precision ?? 19, element.scale ?? 0);
  const found = [logical?.type, converted, element.type].flatMap((name) => namedType(name ?? '') ?? []);
  return found[0] ?? declared.bytes;
}
