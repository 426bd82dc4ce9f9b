import { isRecord } from '../../../text/is-record.ts';
import {
  type DeclaredColumn,
  type DeclaredType,
  declared,
  declaredTable,
  withoutDataType,
} from '../../columns/declared-column.ts';
import { checkTableCount, checkTypeDepth, InferenceError } from '../../inference-error.ts';
import { limits } from '../../inference-limits.ts';
import { kind } from '../../values/kinds.ts';
import type { FormatInput, ProfiledTable } from '../data-format.ts';
import { readDocument } from './read-document.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Reads a JSON Schema of an object or of an array of objects, its definitions otherwise, and the schemas of OpenAPI. */
export async function readJsonSchema(input: FormatInput): Promise<readonly ProfiledTable[]> {
  const root = await readDocument(input, 'JSON Schema');
  const components = isRecord(root.components) ? root.components.schemas : undefined;
  const own = 'openapi' in root ? undefined : new SchemaReader(root).columns(root);
  const title = typeof root.title === 'string' ? root.title : undefined;
  if (own !== undefined) {
    input.onContents({ skipped: [] });
    return declaredTable('json-schema', undefined, own, input, title);
  }
  const definitions = 'openapi' in root ? components : (root.$defs ?? root.definitions);
  const tables: ProfiledTable[] = [];
  const alternatives: string[] = [];
  let others = 0;
  for (const [name, schema] of Object.entries(isRecord(definitions) ? definitions : {})) {
    const reader = new SchemaReader(root);
    const columns = reader.columns(schema);
    if (columns === undefined && reader.hasAlternatives(schema)) alternatives.push(name);
    else if (columns === undefined) others++;
    else tables.push(...declaredTable('json-schema', undefined, columns, input, name));
    checkTableCount(tables.length);
  }
  const skipped = [
    { what: 'schema union', count: alternatives.length, names: alternatives },
    { what: 'other schema', count: others, names: [] },
  ];
  input.onContents({ skipped: skipped.filter(({ count }) => count > 0) });
  if (tables.length === 0) throw new InferenceError({ kind: 'no-schema' });
  return tables;
}

/** Reads the columns of one table. */
class SchemaReader {
  readonly #root: Schema;
  readonly #columns: DeclaredColumn[] = [];
  #visited = 0;

  constructor(root: Schema) {
    this.#root = root;
  }

  /** Those of an object, or of the objects in an array; `undefined` where it is neither. */
  columns(schema: unknown): readonly DeclaredColumn[] | undefined {
    const resolved = this.#resolve(schema);
    const object = this.#resolve(typesOf(resolved).includes('array') ? resolved.items : resolved);
    if (this.#properties(object, 0).size === 0) return undefined;
    this.#addObject(object, [], []);
    return this.#columns;
  }

  /** Whether it is one of several objects. */
  hasAlternatives(schema: unknown): boolean {
    const choices = choicesOf(this.#resolve(schema)) ?? [];
    return choices.map((choice) => this.#resolve(choice)).some((choice) => choice.properties ?? choice.allOf);
  }

  #addObject(schema: Schema, path: readonly string[], around: readonly Schema[]): void {
    checkTypeDepth(path.length);
    for (const [name, property] of this.#properties(schema, 0))
      this.#add(property, [...path, name], [...around, schema]);
  }

  #add(property: unknown, path: readonly string[], around: readonly Schema[]): void {
    const schema = this.#withoutNull(property);
    const sourceType = textOf(schema);
    if (around.includes(schema)) this.#columns.push({ path, sourceType, ...declared.recursive });
    else if (this.#properties(schema, 0).size > 0) this.#addObject(schema, path, around);
    else this.#columns.push({ path, sourceType, ...this.#typeOf(schema, 0) });
  }

  /** Its own properties, and those of the schemas that apply, too. */
  #properties(schema: Schema, depth: number): ReadonlyMap<string, unknown> {
    checkTypeDepth(depth);
    // Few definitions can use each other in very many ways.
    if (++this.#visited > 4 * limits.columns) throw new InferenceError({ kind: 'too-many-columns' });
    const parts = Array.isArray(schema.allOf) ? schema.allOf : [];
    const inherited = parts.flatMap((part) => [...this.#properties(this.#resolve(part), depth + 1)]);
    return new Map([...inherited, ...Object.entries(isRecord(schema.properties) ? schema.properties : {})]);
  }

  #typeOf(schema: Schema, depth: number): DeclaredType {
    checkTypeDepth(depth);
    const choices = choicesOf(schema);
    if (choices !== undefined)
      return oneOf(choices.map((choice) => this.#typeOf(this.#resolve(choice), depth + 1)));
    const [part, ...others] = Array.isArray(schema.allOf) ? schema.allOf : [];
    const names = typesOf(schema);
    if (names.length === 0 && part !== undefined && others.length === 0)
      return this.#typeOf(this.#resolve(part), depth + 1);
    if (typeof schema.$ref === 'string') return withoutDataType(schema.$ref);
    return names.length === 0 ? declared.undeclared : oneOf(names.map((name) => namedType(name, schema)));
  }

  /** The only schema beside `null`, which is how a property may be empty. */
  #withoutNull(property: unknown): Schema {
    const schema = this.#resolve(property);
    const others = choicesOf(schema)
      ?.map((choice) => this.#resolve(choice))
      .filter(({ type }) => type !== 'null');
    const [only, ...more] = others ?? [];
    return only === undefined || more.length > 0 ? schema : only;
  }

  /** The schema that a local reference names; the reference itself where it is another one. */
  #resolve(schema: unknown): Schema {
    let found = isRecord(schema) ? schema : {};
    for (let depth = 0; typeof found.$ref === 'string' && depth < limits.typeDepth; depth++) {
      if (!/^#(?:\/|$)/.test(found.$ref)) return found;
      let target: unknown = this.#root;
      for (const part of found.$ref.split('/').slice(1)) {
        const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
        target = isRecord(target) && Object.hasOwn(target, name) ? target[name] : undefined;
      }
      if (!isRecord(target)) return found;
      found = target;
    }
    return found;
  }
}

function choicesOf({ anyOf, oneOf }: Schema): readonly unknown[] | undefined {
  return Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : undefined;
}

/** Without `null`; those of the values that are allowed, where there is nothing else. */
function typesOf({ type, enum: values, const: only }: Schema): readonly unknown[] {
  const names = Array.isArray(type) ? type : type === undefined ? [] : [type];
  if (names.length > 0) return names.filter((name) => name !== 'null');
  const allowed: readonly unknown[] = Array.isArray(values) ? values : only === undefined ? [] : [only];
  const kinds = allowed
    .filter((value) => value !== null)
    .map((value) => (Number.isInteger(value) ? 'integer' : typeof value));
  return [...new Set(kinds)];
}

function namedType(name: unknown, { format }: Schema): DeclaredType {
  if (name === 'string') return format === 'date' || format === 'date-time' ? declared.date : declared.text;
  return types.get(name) ?? withoutDataType(String(name));
}

const types: ReadonlyMap<unknown, DeclaredType> = new Map<unknown, DeclaredType>([
  ['integer', declared.integer],
  ['number', declared.fraction],
  ['boolean', declared.boolean],
  ['array', declared.list],
  ['object', declared.map],
]);

/** The type that all values of several have. */
function oneOf(choices: readonly DeclaredType[]): DeclaredType {
  const kinds = choices.reduce((all, type) => all | type.kinds, 0);
  const [first, ...others] = choices;
  if (first !== undefined && others.every(({ kinds, note }) => kinds === first.kinds && note === first.note))
    return first;
  if (kinds === (kind.integer | kind.fraction)) return declared.fraction;
  return { kinds: kind.text, note: { kind: 'several-types' } };
}

function textOf(schema: Schema): string | undefined {
  const names = typesOf(schema).join(' | ');
  if (names === '') return undefined;
  return typeof schema.format === 'string' ? `${names} (${schema.format})` : names;
}
