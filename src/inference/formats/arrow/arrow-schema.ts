import { type DeclaredType, decimalType, declared, unknownType } from '../../columns/declared-types.ts';
import { checkTypeDepth, InferenceError } from '../../inference-error.ts';
import { limits } from '../../inference-limits.ts';
import type { FlatTable } from './flatbuffer.ts';

export interface ArrowColumn extends DeclaredType {
  readonly path: readonly string[];
  /** Its number among the field nodes of a record batch. */
  readonly node: number;
}

/** Finds out what a type is: `type` is its own table, `field` that of the field which has it. */
type Reader = (type: FlatTable | undefined, field: FlatTable) => DeclaredType;

const struct = 13;
const runEndEncoded = 22;

const bytes: Reader = (_type, field) => (isUuid(field) ? declared.text : declared.bytes);

/** The types by their numbers in the union `Type` (https://github.com/apache/arrow/blob/main/format/Schema.fbs). */
const types: Readonly<Record<number, DeclaredType | Reader>> = {
  /** Null */ 1: declared.empty,
  /** Int */ 2: (type) => (type?.byte(1) === 0 && type.int(0) === 64 ? declared.unsigned : declared.integer),
  /** FloatingPoint */ 3: declared.fraction,
  /** Binary */ 4: bytes,
  /** Utf8 */ 5: declared.text,
  /** Bool */ 6: declared.boolean,
  /** Decimal */ 7: (type) => decimalType(type?.int(0) ?? 0, type?.int(1) ?? 0),
  /** Date */ 8: declared.date,
  /** Time */ 9: declared.text,
  /** Timestamp */ 10: declared.date,
  /** Interval */ 11: declared.text,
  /** List */ 12: declared.list,
  /** Union */ 14: declared.several,
  /** FixedSizeBinary */ 15: bytes,
  /** FixedSizeList */ 16: declared.list,
  /** Map */ 17: declared.map,
  /** Duration */ 18: declared.text,
  /** LargeBinary */ 19: bytes,
  /** LargeUtf8 */ 20: declared.text,
  /** LargeList */ 21: declared.list,
  [runEndEncoded]: (_type, field) => {
    const values = field.tables(5)[1];
    const inner = values?.byte(2) ?? 0;
    return values === undefined || inner === runEndEncoded || inner === struct
      ? unknownType('RunEndEncoded')
      : typeOf(inner, values);
  },
  /** BinaryView */ 23: bytes,
  /** Utf8View */ 24: declared.text,
  /** ListView */ 25: declared.list,
  /** LargeListView */ 26: declared.list,
};

function typeOf(number: number, field: FlatTable): DeclaredType {
  const type = types[number] ?? unknownType(String(number));
  return typeof type === 'function' ? type(field.table(3), field) : type;
}

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
    const number = field.byte(2);
    // A dictionary's values are elsewhere, and have the type that the field declares.
    const isDictionary = field.table(4) !== undefined;
    if (number === struct && !isDictionary) {
      for (const child of field.tables(5)) this.field(child, path);
      return;
    }
    this.columns.push({ path, node, ...typeOf(number, field) });
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
    checkTypeDepth(depth);
    if (++this.#fields > 4 * limits.columns) throw new InferenceError({ kind: 'too-many-columns' });
  }
}

/** The canonical extension type. */
function isUuid(field: FlatTable): boolean {
  return field
    .tables(6)
    .some((entry) => entry.isText(0, 'ARROW:extension:name') && entry.isText(1, 'arrow.uuid'));
}
