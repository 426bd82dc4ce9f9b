import { type DeclaredType, decimalType, declared, unknownType } from '../../columns/declared-column.ts';
import { InferenceError } from '../../failure.ts';
import { limits } from '../../limits.ts';
import type { FlatTable } from './flatbuffer.ts';

export interface ArrowColumn extends DeclaredType {
  readonly path: readonly string[];
  /** Its number among the field nodes of a record batch. */
  readonly node: number;
}

/** Numbers of the union `Type` (https://github.com/apache/arrow/blob/main/format/Schema.fbs). */
const typeNumber = {
  null: 1,
  int: 2,
  floatingPoint: 3,
  binary: 4,
  utf8: 5,
  bool: 6,
  decimal: 7,
  date: 8,
  time: 9,
  timestamp: 10,
  interval: 11,
  list: 12,
  struct: 13,
  union: 14,
  fixedSizeBinary: 15,
  fixedSizeList: 16,
  map: 17,
  duration: 18,
  largeBinary: 19,
  largeUtf8: 20,
  largeList: 21,
  runEndEncoded: 22,
  binaryView: 23,
  utf8View: 24,
  listView: 25,
  largeListView: 26,
} as const;

/** The columns of a table `Schema`. */
export function readArrowSchema(schema: FlatTable): ArrowColumn[] {
  const reader = new SchemaReader();
  for (const field of schema.tables(1)) reader.field(field, []);
  return reader.columns;
}

class SchemaReader {
  readonly columns: ArrowColumn[] = [];
  #fields = 0;
  #nodes = 0;

  field(field: FlatTable, parents: readonly string[]): void {
    this.#count(parents.length);
    const path = [...parents, field.text(0) ?? ''];
    const node = this.#nodes++;
    const number = field.byte(2, 0);
    // A dictionary's values are elsewhere, and have the type that the field declares.
    const isDictionary = field.table(4) !== undefined;
    if (number === typeNumber.struct && !isDictionary) {
      for (const child of field.tables(5)) this.field(child, path);
      return;
    }
    this.columns.push({ path, node, ...typeOf(number, field.table(3), field) });
    if (!isDictionary) for (const child of field.tables(5)) this.#skip(child, parents.length + 1);
  }

  /** Counts the nodes of what is inside a list. */
  #skip(field: FlatTable, depth: number): void {
    this.#count(depth);
    this.#nodes++;
    if (field.table(4) === undefined) for (const child of field.tables(5)) this.#skip(child, depth + 1);
  }

  /** Offsets may lead many fields to the same children. */
  #count(depth: number): void {
    if (depth > limits.typeDepth)
      throw new InferenceError({ kind: 'type-too-deep', limit: limits.typeDepth });
    if (++this.#fields > 4 * limits.columns)
      throw new InferenceError({ kind: 'too-many-columns', limit: limits.columns });
  }
}

function typeOf(number: number, type: FlatTable | undefined, field: FlatTable): DeclaredType {
  switch (number) {
    case typeNumber.null:
      return declared.empty;
    case typeNumber.bool:
      return declared.boolean;
    case typeNumber.int:
      return type?.byte(1, 0) === 0 && type.int(0, 0) === 64 ? declared.unsigned : declared.integer;
    case typeNumber.floatingPoint:
      return declared.fraction;
    case typeNumber.decimal:
      return decimalType(type?.int(0, 0) ?? 0, type?.int(1, 0) ?? 0);
    case typeNumber.date:
    case typeNumber.timestamp:
      return declared.date;
    case typeNumber.time:
    case typeNumber.interval:
    case typeNumber.duration:
    case typeNumber.utf8:
    case typeNumber.largeUtf8:
    case typeNumber.utf8View:
      return declared.text;
    case typeNumber.binary:
    case typeNumber.largeBinary:
    case typeNumber.binaryView:
    case typeNumber.fixedSizeBinary:
      return isUuid(field) ? declared.text : declared.bytes;
    case typeNumber.list:
    case typeNumber.largeList:
    case typeNumber.fixedSizeList:
    case typeNumber.listView:
    case typeNumber.largeListView:
      return declared.list;
    case typeNumber.map:
      return declared.map;
    case typeNumber.runEndEncoded: {
      const values = field.tables(5)[1];
      const inner = values?.byte(2, 0) ?? 0;
      return values === undefined || inner === typeNumber.runEndEncoded || inner === typeNumber.struct
        ? unknownType('RunEndEncoded')
        : typeOf(inner, values.table(3), values);
    }
    case typeNumber.union:
      return { kinds: declared.text.kinds, note: { kind: 'several-types' } };
    default:
      return unknownType(String(number));
  }
}

/** The canonical extension type. */
function isUuid(field: FlatTable): boolean {
  return field
    .tables(6)
    .some((entry) => entry.isText(0, 'ARROW:extension:name') && entry.isText(1, 'arrow.uuid'));
}
