import { isRecord } from '../../../is-record.ts';
import type { DeclaredColumn } from '../../columns/declared-column.ts';
import {
  type DeclaredType,
  decimalType,
  declared,
  namedType,
  unknownType,
} from '../../columns/declared-types.ts';
import {
  checkColumnCount,
  checkNameLength,
  checkTypeDepth,
  damagedData,
  InferenceError,
} from '../../inference-error.ts';
import { limits } from '../../inference-limits.ts';
import { kind } from '../../values/kinds.ts';
import type { WorkBudget } from '../../work-budget.ts';

/**
 * The columns of a schema (https://avro.apache.org/docs/1.12.0/specification/#schema-declaration): the fields of its
 * record, those of records in it as `a.b`. A schema that is no record has one column without a name.
 */
export function readAvroSchema(schema: unknown, budget: WorkBudget): DeclaredColumn[] {
  const named: NamedTypes = new Map();
  collectNamed(schema, '', named, budget, 0);
  const reader = new SchemaReader(named, budget);
  reader.read(schema, [], '', []);
  return reader.columns;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** Records, enums and fixed types by their full names, with the namespace that their parts are in. */
type NamedTypes = Map<string, { readonly type: JsonObject; readonly namespace: string }>;

/** A name may be used before it is defined, and in another branch. */
function collectNamed(
  schema: unknown,
  namespace: string,
  named: NamedTypes,
  budget: WorkBudget,
  depth: number,
): void {
  checkTypeDepth(depth);
  if (Array.isArray(schema))
    for (const branch of schema) collectNamed(branch, namespace, named, budget, depth + 1);
  if (!isRecord(schema)) return;
  let inner = namespace;
  if (typeof schema.name === 'string') {
    const name = definedName(schema, namespace);
    // Each has its namespace, which they share in the schema.
    budget.keep(name.length);
    inner = name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : '';
    if (!named.has(name)) named.set(name, { type: schema, namespace: inner });
  }
  for (const part of [schema.type, schema.items, schema.values])
    collectNamed(part, inner, named, budget, depth + 1);
  if (Array.isArray(schema.fields))
    for (const field of schema.fields)
      if (isRecord(field)) collectNamed(field.type, inner, named, budget, depth + 1);
}

class SchemaReader {
  readonly columns: DeclaredColumn[] = [];
  readonly #named: NamedTypes;
  readonly #budget: WorkBudget;
  #reads = 0;

  constructor(named: NamedTypes, budget: WorkBudget) {
    this.#named = named;
    this.#budget = budget;
  }

  /** `around`: the records that are being read, to notice one that contains itself. */
  read(schema: unknown, path: readonly string[], namespace: string, around: readonly JsonObject[]): void {
    checkTypeDepth(Math.max(around.length, path.length));
    // Few definitions can use each other in very many ways, also without any column.
    if (++this.#reads > 2 * limits.columns) throw new InferenceError({ kind: 'too-many-columns' });
    if (Array.isArray(schema)) this.#budget.work(schema.length * 10);
    const resolved = this.#resolve(withoutNull(schema), namespace);
    const { type } = resolved;
    if (!isRecordType(type)) {
      this.#add({ path, sourceType: textOf(type), ...this.#typeOf(type, resolved.namespace, 0) });
      return;
    }
    if (around.includes(type)) {
      this.#add({ path, ...declared.recursive });
      return;
    }
    const fields = type.fields;
    if (!Array.isArray(fields)) throw damagedData('Avro');
    for (const field of fields) {
      if (!isRecord(field) || typeof field.name !== 'string') throw damagedData('Avro');
      this.read(field.type, [...path, field.name], resolved.namespace, [...around, type]);
    }
  }

  #add(column: DeclaredColumn): void {
    this.columns.push(column);
    checkColumnCount(this.columns.length);
  }

  /** A schema in place of its name; the name of a primitive type as it is. */
  #resolve(schema: unknown, namespace: string, depth = 0): { type: unknown; namespace: string } {
    checkTypeDepth(depth);
    // A name is looked up with its namespace, each time that it is used.
    this.#budget.work(100 + namespace.length);
    if (typeof schema === 'string') {
      const known = this.#named.get(fullName(schema, namespace)) ?? this.#named.get(schema);
      return known ?? { type: schema, namespace };
    }
    if (!isRecord(schema)) return { type: schema, namespace };
    if (typeof schema.name === 'string')
      return this.#named.get(definedName(schema, namespace)) ?? { type: schema, namespace };
    // `{ "type": { "type": … } }`, `{ "type": "NameOfARecord" }`
    const isType = primitiveTypes.has(schema.type) || schema.type === 'record' || schema.type === 'error';
    return isType
      ? { type: schema, namespace }
      : this.#resolve(withoutNull(schema.type), namespace, depth + 1);
  }

  #typeOf(type: unknown, namespace: string, depth: number): DeclaredType {
    checkTypeDepth(depth);
    if (Array.isArray(type)) return this.#unionOf(type, namespace, depth);
    if (typeof type === 'string') return primitiveType(type);
    if (!isRecord(type) || typeof type.type !== 'string') throw damagedData('Avro');
    return logicalType(type, type.type) ?? primitiveType(type.type);
  }

  /** A union of numbers is a number; any other is text, with a note. */
  #unionOf(branches: readonly unknown[], namespace: string, depth: number): DeclaredType {
    let kinds = 0;
    for (const branch of branches) {
      if (branch === 'null') continue;
      const resolved = this.#resolve(branch, namespace);
      const type = isRecordType(resolved.type)
        ? declared.text
        : this.#typeOf(resolved.type, resolved.namespace, depth + 1);
      if ('note' in type) kinds |= kind.text;
      kinds |= type.kinds;
    }
    const isOneType = (kinds & (kinds - 1)) === 0 && kinds !== kind.text;
    if (isOneType || kinds === (kind.integer | kind.fraction)) return { kinds };
    return declared.several;
  }
}

/** A type for the report. */
function textOf(type: unknown): string {
  if (typeof type === 'string') return type;
  if (!isRecord(type) || typeof type.type !== 'string') return 'union';
  return typeof type.logicalType === 'string' ? `${type.type} (${type.logicalType})` : type.type;
}

/** A union of a type and null, which is how a field may be empty, as that type. */
function withoutNull(schema: unknown): unknown {
  if (!Array.isArray(schema)) return schema;
  const others = schema.filter((branch) => branch !== 'null');
  return others.length === 1 ? others[0] : others.length === 0 ? 'null' : others;
}

/** The types that a schema names, but for records. */
const primitiveTypes: ReadonlySet<unknown> = new Set(
  'null boolean int long float double string enum bytes fixed array map'.split(' '),
);

function primitiveType(type: string): DeclaredType {
  return (primitiveTypes.has(type) ? namedType(type) : undefined) ?? unknownType(type);
}

/** Logical types with the types that they can be of. */
const logicalTypes: ReadonlyMap<unknown, readonly string[]> = new Map(
  [
    ['big-decimal', 'bytes'],
    ['date time-millis', 'int'],
    ['timestamp-millis timestamp-micros timestamp-nanos time-micros', 'long'],
    ['local-timestamp-millis local-timestamp-micros local-timestamp-nanos', 'long'],
    ['uuid', 'string fixed'],
    ['duration', 'fixed'],
  ].flatMap(([names = '', types = '']) => names.split(' ').map((name) => [name, types.split(' ')] as const)),
);

/** A logical type that doesn't fit the type below it is ignored, as the specification says. */
function logicalType({ logicalType, precision, scale }: JsonObject, type: string): DeclaredType | undefined {
  if (logicalType === 'decimal')
    return (type === 'bytes' || type === 'fixed') && typeof precision === 'number'
      ? decimalType(precision, typeof scale === 'number' ? scale : 0)
      : undefined;
  const isLogical = logicalTypes.get(logicalType)?.includes(type);
  return isLogical && typeof logicalType === 'string' ? namedType(logicalType) : undefined;
}

function definedName({ name, namespace }: JsonObject, around: string): string {
  const full = fullName(String(name), typeof namespace === 'string' ? namespace : around);
  // Long names are slow to tell apart: the hash of a map's key may be of its length only.
  checkNameLength(full.length, 0);
  return full;
}

function fullName(name: string, namespace: string): string {
  return name.includes('.') || namespace === '' ? name : `${namespace}.${name}`;
}

function isRecordType(type: unknown): type is JsonObject {
  return isRecord(type) && (type.type === 'record' || type.type === 'error');
}
