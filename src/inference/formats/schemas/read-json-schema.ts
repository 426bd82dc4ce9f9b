import { isRecord } from '../../../is-record.ts';
import { type DeclaredColumn, declaredTable } from '../../columns/declared-column.ts';
import { type DeclaredType, declared, namedType, withoutDataType } from '../../columns/declared-types.ts';
import type { FormatInput, ProfiledTable } from '../../data-format.ts';
import { checkColumnCount, checkTableCount, checkTypeDepth, InferenceError } from '../../inference-error.ts';
import { limits } from '../../inference-limits.ts';
import { kind } from '../../values/kinds.ts';
import type { WorkBudget } from '../../work-budget.ts';
import { SkippedParts } from '../skipped-parts.ts';
import { readDocument } from './read-document.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Reads a JSON Schema of an object or of an array of objects, its definitions otherwise, and the schemas of OpenAPI. */
export async function readJsonSchema(input: FormatInput): Promise<readonly ProfiledTable[]> {
  const root = await readDocument(input, 'JSON Schema');
  const components = isRecord(root.components) ? root.components.schemas : undefined;
  const { budget } = input.checkpoint;
  const references = new References(root, budget);
  const own = 'openapi' in root ? undefined : new SchemaReader(references, budget).columns(root);
  // A schema of Iglu describes itself, and its file is named after its version.
  const { name } = isRecord(root.self) ? root.self : {};
  const title = [root.title, name].find((each) => typeof each === 'string');
  if (own !== undefined) {
    input.onContents({ skipped: [] });
    return declaredTable('json-schema', undefined, own, input, title);
  }
  const definitions = 'openapi' in root ? components : (root.$defs ?? root.definitions);
  const tables: ProfiledTable[] = [];
  const skipped = new SkippedParts(input);
  for (const [name, schema] of Object.entries(isRecord(definitions) ? definitions : {})) {
    if (!input.chosen.has(name)) continue;
    const reader = new SchemaReader(references, budget);
    const columns = reader.columns(schema);
    if (columns !== undefined) tables.push(...declaredTable('json-schema', undefined, columns, input, name));
    else if (reader.hasAlternatives(schema)) skipped.add('schema union', name);
    else skipped.add('other schema');
    checkTableCount(tables.length);
  }
  input.onContents({ skipped: skipped.list });
  if (tables.length > 0) return tables;
  input.chosen.of([]);
  throw new InferenceError({ kind: 'no-schema' });
}

/** Work of looking at a schema once, and of copying a property. */
const useCost = 1000;
const propertyCost = 100;

/** The schemas of a document by what refers to them. */
class References {
  readonly #root: Schema;
  readonly #budget: WorkBudget;
  /** Those with a name of their own (`$id`, `$anchor`); found when the first one is looked for. */
  #named: Map<string, Schema> | undefined;

  /** The address of the document. */
  readonly #own: string;

  constructor(root: Schema, budget: WorkBudget) {
    this.#root = root;
    this.#budget = budget;
    const [id = ''] = [root.$id, root.id].filter((each) => typeof each === 'string');
    this.#own = absolute(id.length > limits.nameLength ? '' : id, 'file:///');
  }

  /** The schema that a reference within the document names; the reference itself where it is another one. */
  resolve(schema: unknown): Schema {
    this.#budget.work(useCost);
    let found = isRecord(schema) ? schema : {};
    for (let depth = 0; typeof found.$ref === 'string' && depth < limits.typeDepth; depth++) {
      const target = this.#find(found.$ref);
      if (target === undefined) return found;
      found = target;
    }
    return found;
  }

  #find(reference: string): Schema | undefined {
    this.#budget.work(useCost + reference.length);
    const [address = '', fragment = ''] = reference.split('#', 2);
    const isAnchor = fragment !== '' && !fragment.startsWith('/');
    const isOwn = address === '' || this.#addressOf(address) === this.#own;
    let target: unknown = this.#root;
    if (isAnchor) target = isOwn ? this.#byName(`#${fragment}`) : undefined;
    else if (!isOwn) target = this.#byName(this.#addressOf(address));
    for (const part of fragment.startsWith('/') ? fragment.split('/').slice(1) : []) {
      const name = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
      const isWithin = typeof target === 'object' && target !== null && Object.hasOwn(target, name);
      target = isWithin ? (target as Schema)[name] : undefined;
    }
    return isRecord(target) ? target : undefined;
  }

  #byName(name: string): Schema | undefined {
    if (this.#named === undefined) {
      this.#named = new Map();
      this.#collect(this.#root, 0, this.#named);
    }
    return this.#named.get(name);
  }

  #collect(value: unknown, depth: number, named: Map<string, Schema>): void {
    if (typeof value !== 'object' || value === null || depth > limits.typeDepth) return;
    this.#budget.work(useCost);
    const schema = value as Schema;
    if (typeof schema.$anchor === 'string') this.#name(schema, `#${schema.$anchor}`, named);
    // `id` in draft 4; `#name` is an anchor before draft 2019-09.
    for (const id of [schema.$id, schema.id])
      if (typeof id === 'string') this.#name(schema, id.startsWith('#') ? id : this.#addressOf(id), named);
    for (const part of Object.values(value)) this.#collect(part, depth + 1, named);
  }

  #name(schema: Schema, name: string, named: Map<string, Schema>): void {
    // The address of the document may be long, and is before each.
    this.#budget.keep(name.length);
    named.set(name, schema);
  }

  #addressOf(address: string): string {
    this.#budget.work(useCost + 2 * (this.#own.length + address.length));
    return absolute(address, this.#own);
  }
}

/** An address in a document that has another one, without an empty fragment; as it is where it is none, or very long. */
function absolute(address: string, base: string): string {
  if (address.length > limits.nameLength) return address;
  return (URL.canParse(address, base) ? new URL(address, base).href : address).replace(/#$/, '');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Reads the columns of one table. */
class SchemaReader {
  readonly #references: References;
  readonly #budget: WorkBudget;
  readonly #columns: DeclaredColumn[] = [];

  constructor(references: References, budget: WorkBudget) {
    this.#references = references;
    this.#budget = budget;
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

  /** Those of the schemas that apply, too, then its own. */
  #properties(
    schema: Schema,
    depth: number,
    found = new Map<string, unknown>(),
  ): ReadonlyMap<string, unknown> {
    checkTypeDepth(depth);
    for (const part of Array.isArray(schema.allOf) ? schema.allOf : [])
      this.#properties(this.#resolve(part), depth + 1, found);
    const own = Object.entries(isRecord(schema.properties) ? schema.properties : {});
    // Few definitions can use each other in very many ways.
    this.#budget.work(useCost + propertyCost * own.length);
    for (const [name, property] of own) found.set(name, property);
    checkColumnCount(found.size);
    return found;
  }

  #typeOf(schema: Schema, depth: number): DeclaredType {
    checkTypeDepth(depth);
    this.#budget.work(useCost);
    const choices = choicesOf(schema);
    if (choices !== undefined)
      return oneOf(choices.map((choice) => this.#typeOf(this.#resolve(choice), depth + 1)));
    const [part, ...others] = Array.isArray(schema.allOf) ? schema.allOf : [];
    const names = typesOf(schema);
    if (names.length === 0 && part !== undefined && others.length === 0)
      return this.#typeOf(this.#resolve(part), depth + 1);
    if (typeof schema.$ref === 'string') return withoutDataType(schema.$ref);
    return names.length === 0 ? declared.undeclared : oneOf(names.map((name) => typeNamed(name, schema)));
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

  #resolve(schema: unknown): Schema {
    return this.#references.resolve(schema);
  }
}

function choicesOf({ anyOf, oneOf }: Schema): readonly unknown[] | undefined {
  return Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : undefined;
}

/** Without `null`; those of the values that are allowed, where there is nothing else. */
function typesOf({ type, enum: values, const: only }: Schema): readonly string[] {
  const names = (Array.isArray(type) ? type : [type]).filter((name) => typeof name === 'string');
  if (names.length > 0) return names.filter((name) => name !== 'null');
  const allowed: readonly unknown[] = Array.isArray(values) ? values : only === undefined ? [] : [only];
  const kinds = allowed
    .filter((value) => value !== null)
    .map((value) => (Number.isInteger(value) ? 'integer' : typeof value));
  return [...new Set(kinds)];
}

function typeNamed(name: string, { format }: Schema): DeclaredType {
  if (name === 'string') return format === 'date' || format === 'date-time' ? declared.date : declared.text;
  // As wide as in other schemas.
  if (name === 'integer' && format === 'uint64') return declared.unsigned;
  return namedType(name) ?? withoutDataType(name);
}

/** The type that all values of several have. */
function oneOf(choices: readonly DeclaredType[]): DeclaredType {
  const kinds = choices.reduce((all, type) => all | type.kinds, 0);
  const [first, ...others] = choices;
  if (first !== undefined && others.every(({ kinds, note }) => kinds === first.kinds && note === first.note))
    return first;
  if (kinds === (kind.integer | kind.fraction)) return declared.fraction;
  return declared.several;
}

function textOf(schema: Schema): string | undefined {
  const names = typesOf(schema).join(' | ');
  if (names === '') return undefined;
  return typeof schema.format === 'string' ? `${names} (${schema.format})` : names;
}
