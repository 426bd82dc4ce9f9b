import type { SchemaElement } from 'hyparquet';
import { type DeclaredType, decimalType, declared, unknownType } from '../../columns/declared-column.ts';
import { InferenceError } from '../../failure.ts';
import { limits } from '../../limits.ts';
import { damaged } from './check-footer.ts';

export interface SchemaColumn extends DeclaredType {
  readonly path: readonly string[];
  readonly element: SchemaElement;
  /** Its number among the physical columns; `undefined` for a list or a map, which has several or repeats. */
  readonly leaf: number | undefined;
}

/** The columns of a schema, which is a tree in preorder: each element says how many children follow. */
export function readSchema(elements: readonly SchemaElement[]): SchemaColumn[] {
  const root = elements[0];
  if (root === undefined || !isCount(root.num_children ?? 0)) throw damaged();
  const reader = new SchemaReader(elements);
  const end = reader.children(0, 1, []);
  if (end !== elements.length) throw damaged();
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
    if (path.length > limits.typeDepth)
      throw new InferenceError({ kind: 'type-too-deep', limit: limits.typeDepth });
    const count = this.#elements[parent]?.num_children ?? 0;
    if (!isCount(count) || count > this.#elements.length - start) throw damaged();
    let i = start;
    for (let child = 0; child < count; child++) i = this.#element(i, path);
    return i;
  }

  #element(index: number, parents: readonly string[]): number {
    const element = this.#elements[index];
    if (element === undefined || typeof element.name !== 'string') throw damaged();
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
    if (this.columns.length > limits.columns)
      throw new InferenceError({ kind: 'too-many-columns', limit: limits.columns });
  }

  /** After an element and all below it, whose leaves are counted. */
  #skip(index: number, depth: number): number {
    if (depth > limits.typeDepth)
      throw new InferenceError({ kind: 'type-too-deep', limit: limits.typeDepth });
    const element = this.#elements[index];
    if (element === undefined) throw damaged();
    if (!isGroup(element)) this.#leaves++;
    const count = element.num_children ?? 0;
    if (!isCount(count) || count > this.#elements.length) throw damaged();
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

/** https://github.com/apache/parquet-format/blob/master/LogicalTypes.md */
function leafType(element: SchemaElement): DeclaredType {
  const { logical_type: logical, converted_type: converted, type } = element;
  switch (logical?.type) {
    case 'STRING':
    case 'ENUM':
    case 'JSON':
    case 'UUID':
    case 'TIME':
      return declared.text;
    case 'DATE':
    case 'TIMESTAMP':
      return declared.date;
    case 'DECIMAL':
      return decimalType(logical.precision, logical.scale ?? 0);
    case 'INTEGER':
      return logical.isSigned || logical.bitWidth < 64 ? declared.integer : declared.unsigned;
    case 'FLOAT16':
      return declared.fraction;
    case 'NULL':
      return declared.empty;
    case 'BSON':
    case 'GEOMETRY':
    case 'GEOGRAPHY':
      return unknownType(logical.type);
    default:
      return convertedType(element, converted) ?? physicalType(type);
  }
}

/** The annotations that writers used before logical types, and still write. */
function convertedType(
  { precision, scale }: SchemaElement,
  converted: SchemaElement['converted_type'],
): DeclaredType | undefined {
  switch (converted) {
    case 'UTF8':
    case 'ENUM':
    case 'JSON':
    case 'TIME_MILLIS':
    case 'TIME_MICROS':
    case 'INTERVAL':
      return declared.text;
    case 'DATE':
    case 'TIMESTAMP_MILLIS':
    case 'TIMESTAMP_MICROS':
      return declared.date;
    case 'DECIMAL':
      return decimalType(precision ?? 19, scale ?? 0);
    case 'UINT_64':
      return declared.unsigned;
    case 'BSON':
      return unknownType('BSON');
    default:
      return undefined;
  }
}

function physicalType(type: SchemaElement['type']): DeclaredType {
  switch (type) {
    case 'BOOLEAN':
      return declared.boolean;
    case 'INT32':
    case 'INT64':
      return declared.integer;
    // A timestamp of Impala and older versions of Spark.
    case 'INT96':
      return declared.date;
    case 'FLOAT':
    case 'DOUBLE':
      return declared.fraction;
    default:
      return declared.bytes;
  }
}
