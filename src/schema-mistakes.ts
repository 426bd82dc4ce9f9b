import { isRecord } from './is-record.ts';

/** What our schemas use of JSON Schema (draft 7 and later). */
export interface Schema {
  readonly $ref?: string;
  readonly definitions?: Readonly<Record<string, Schema>>;
  readonly description?: string;
  readonly enum?: readonly (string | null)[];
  /** The first one is what a value should be. */
  readonly type?: string | readonly string[];
  readonly minimum?: number;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false | Schema;
}

/** What a schema doesn't allow. */
export interface SchemaMistake {
  /** The first keyword that isn't satisfied. */
  readonly keyword: keyof Schema;
  /** Where it is; with its name also for a property that is missing or unknown. */
  readonly path: readonly (string | number)[];
  readonly value: unknown;
  /** That of the value; for a property that is missing or unknown, that of its object. */
  readonly schema: Schema;
}

/** All that a schema doesn't allow of a value, in its order. An `undefined` property is none. */
export function schemaMistakes(
  value: unknown,
  { $ref, ...own }: Schema,
  definitions = own.definitions ?? {},
  path: SchemaMistake['path'] = [],
): readonly SchemaMistake[] {
  const schema = ($ref && definitions[$ref.replace('#/definitions/', '')]) || own;
  const keyword = brokenKeyword(value, schema);
  if (keyword !== undefined) return [{ keyword, path, value, schema }];
  const below = (key: string | number, part: unknown, ofPart: Schema) =>
    schemaMistakes(part, ofPart, definitions, [...path, key]);
  const { items, properties = {}, required = [], additionalProperties } = schema;
  if (Array.isArray(value)) return items ? value.flatMap((item, index) => below(index, item, items)) : [];
  if (!isRecord(value)) return [];
  const mistake = (keyword: keyof Schema, key: string): SchemaMistake[] => [
    { keyword, path: [...path, key], value: value[key], schema },
  ];
  const present = Object.keys(value).filter((key) => value[key] !== undefined);
  return [
    ...present.flatMap((key) => {
      const ofKey = Object.hasOwn(properties, key) ? properties[key] : additionalProperties || undefined;
      return ofKey ? below(key, value[key], ofKey) : mistake('additionalProperties', key);
    }),
    ...required.filter((key) => !present.includes(key)).flatMap((key) => mistake('required', key)),
  ];
}

function brokenKeyword(value: unknown, schema: Schema): keyof Schema | undefined {
  const { type = [], pattern = '', minimum = 0, minLength = 0, minItems = 0 } = schema;
  const { maxLength = Number.POSITIVE_INFINITY, maxItems = Number.POSITIVE_INFINITY } = schema;
  if (schema.enum !== undefined) return schema.enum.some((each) => each === value) ? undefined : 'enum';
  const name = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  if (![type].flat().includes(Number.isInteger(value) ? 'integer' : name)) return 'type';
  if (typeof value === 'number' && value < minimum) return 'minimum';
  if (Array.isArray(value) && value.length < minItems) return 'minItems';
  if (Array.isArray(value) && value.length > maxItems) return 'maxItems';
  if (typeof value !== 'string') return undefined;
  if (value.length < minLength) return 'minLength';
  if (value.length > maxLength) return 'maxLength';
  return new RegExp(pattern).test(value) ? undefined : 'pattern';
}
