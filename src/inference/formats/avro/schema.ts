import {
  type DeclaredColumn,
  type DeclaredType,
  decimalType,
  declared,
  unknownType,
} from '../../columns/declared-column.ts';
import { InferenceError } from '../../failure.ts';
import { limits } from '../../limits.ts';
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
  if (depth > limits.typeDepth) throw tooDeep();
  if (Array.isArray(schema))
    for (const branch of schema) collectNamed(branch, namespace, named, budget, depth + 1);
  if (!isObject(schema)) return;
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
      if (isObject(field)) collectNamed(field.type, inner, named, budget, depth + 1);
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
    if (around.length > limits.typeDepth || path.length > limits.typeDepth) throw tooDeep();
    // Few definitions can use each other in very many ways, also without any column.
    if (++this.#reads > 2 * limits.columns) throw tooManyColumns();
    if (Array.isArray(schema)) this.#budget.work(schema.length * 10);
    const resolved = this.#resolve(withoutNull(schema), namespace);
    const { type } = resolved;
    if (!isRecord(type)) {
      this.#add({ path, ...this.#typeOf(type, resolved.namespace, 0) });
      return;
    }
    if (around.includes(type)) {
      this.#add({ path, ...declared.recursive });
      return;
    }
    const fields = type.fields;
    if (!Array.isArray(fields)) throw damaged();
    for (const field of fields) {
      if (!isObject(field) || typeof field.name !== 'string') throw damaged();
      this.read(field.type, [...path, field.name], resolved.namespace, [...around, type]);
    }
  }

  #add(column: DeclaredColumn): void {
    this.columns.push(column);
    if (this.columns.length > limits.columns) throw tooManyColumns();
  }

  /** A schema in place of its name; the name of a primitive type as it is. */
  #resolve(schema: unknown, namespace: string, depth = 0): { type: unknown; namespace: string } {
    if (depth > limits.typeDepth) throw tooDeep();
    // A name is looked up with its namespace, each time that it is used.
    this.#budget.work(100 + namespace.length);
    if (typeof schema === 'string') {
      const known = this.#named.get(fullName(schema, namespace)) ?? this.#named.get(schema);
      return known ?? { type: schema, namespace };
    }
    if (!isObject(schema)) return { type: schema, namespace };
    if (typeof schema.name === 'string')
      return this.#named.get(definedName(schema, namespace)) ?? { type: schema, namespace };
    // `{ "type": { "type": … } }`, `{ "type": "NameOfARecord" }`
    const isType = typeof schema.type === 'string' && typeNames.has(schema.type);
    return isType
      ? { type: schema, namespace }
      : this.#resolve(withoutNull(schema.type), namespace, depth + 1);
  }

  #typeOf(type: unknown, namespace: string, depth: number): DeclaredType {
    if (depth > limits.typeDepth) throw tooDeep();
    if (Array.isArray(type)) return this.#unionOf(type, namespace, depth);
    if (typeof type === 'string') return primitiveType(type);
    if (!isObject(type) || typeof type.type !== 'string') throw damaged();
    return logicalType(type, type.type) ?? primitiveType(type.type);
  }

  /** A union of numbers is a number; any other is text, with a note. */
  #unionOf(branches: readonly unknown[], namespace: string, depth: number): DeclaredType {
    let kinds = 0;
    for (const branch of branches) {
      if (branch === 'null') continue;
      const resolved = this.#resolve(branch, namespace);
      const type = isRecord(resolved.type)
        ? declared.text
        : this.#typeOf(resolved.type, resolved.namespace, depth + 1);
      if ('note' in type) kinds |= kind.text;
      kinds |= type.kinds;
    }
    const isOneType = (kinds & (kinds - 1)) === 0 && kinds !== kind.text;
    if (isOneType || kinds === (kind.integer | kind.fraction)) return { kinds };
    return { kinds: kind.text, note: { kind: 'several-types' } };
  }
}

/** A union of a type and null, which is how a field may be empty, as that type. */
function withoutNull(schema: unknown): unknown {
  if (!Array.isArray(schema)) return schema;
  const others = schema.filter((branch) => branch !== 'null');
  return others.length === 1 ? others[0] : others.length === 0 ? 'null' : others;
}

function primitiveType(type: string): DeclaredType {
  switch (type) {
    case 'null':
      return declared.empty;
    case 'boolean':
      return declared.boolean;
    case 'int':
    case 'long':
      return declared.integer;
    case 'float':
    case 'double':
      return declared.fraction;
    case 'string':
    case 'enum':
      return declared.text;
    case 'bytes':
    case 'fixed':
      return declared.bytes;
    case 'array':
      return declared.list;
    case 'map':
      return declared.map;
    default:
      return unknownType(type);
  }
}

/** A logical type that doesn't fit the type below it is ignored, as the specification says. */
function logicalType(schema: JsonObject, type: string): DeclaredType | undefined {
  switch (schema.logicalType) {
    case 'decimal':
      if (type !== 'bytes' && type !== 'fixed') return undefined;
      return typeof schema.precision === 'number'
        ? decimalType(schema.precision, typeof schema.scale === 'number' ? schema.scale : 0)
        : undefined;
    case 'big-decimal':
      return type === 'bytes' ? declared.fraction : undefined;
    case 'date':
      return type === 'int' ? declared.date : undefined;
    case 'timestamp-millis':
    case 'timestamp-micros':
    case 'timestamp-nanos':
    case 'local-timestamp-millis':
    case 'local-timestamp-micros':
    case 'local-timestamp-nanos':
      return type === 'long' ? declared.date : undefined;
    case 'time-millis':
      return type === 'int' ? declared.text : undefined;
    case 'time-micros':
      return type === 'long' ? declared.text : undefined;
    case 'uuid':
      return type === 'string' || type === 'fixed' ? declared.text : undefined;
    case 'duration':
      return type === 'fixed' ? declared.text : undefined;
    default:
      return undefined;
  }
}

const typeNames = new Set(
  'null boolean int long float double bytes string record error enum array map fixed'.split(' '),
);

function definedName({ name, namespace }: JsonObject, around: string): string {
  const full = fullName(String(name), typeof namespace === 'string' ? namespace : around);
  // Long names are slow to tell apart: the hash of a map's key may be of its length only.
  if (full.length > limits.nameLength)
    throw new InferenceError({ kind: 'name-too-long', row: 0, limit: limits.nameLength });
  return full;
}

function fullName(name: string, namespace: string): string {
  return name.includes('.') || namespace === '' ? name : `${namespace}.${name}`;
}

function isRecord(type: unknown): type is JsonObject {
  return isObject(type) && (type.type === 'record' || type.type === 'error');
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function damaged(): InferenceError {
  return new InferenceError({ kind: 'damaged', format: 'Avro' });
}

function tooDeep(): InferenceError {
  return new InferenceError({ kind: 'type-too-deep', limit: limits.typeDepth });
}

function tooManyColumns(): InferenceError {
  return new InferenceError({ kind: 'too-many-columns', limit: limits.columns });
}
