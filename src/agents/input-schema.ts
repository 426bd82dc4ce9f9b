import { isRecord } from '../is-record.ts';
import { failure, type Result, success } from '../result.ts';
import { printable } from '../text/printable.ts';

/** The subset of JSON Schema (draft 7 and later) that the inputs of the tools use. */
export interface InputSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, PropertySchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
}

export type PropertySchema = StringSchema | ArraySchema | IntegerSchema | BooleanSchema;

export interface IntegerSchema {
  readonly type: 'integer';
  readonly description?: string;
  readonly minimum: number;
}

export interface BooleanSchema {
  readonly type: 'boolean';
  readonly description?: string;
}

export interface StringSchema {
  readonly type: 'string';
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

export interface ArraySchema {
  readonly type: 'array';
  readonly description?: string;
  readonly items: StringSchema;
  readonly minItems: number;
  readonly maxItems: number;
}

/** The TypeScript type of the values that a schema accepts. Types and schemas can't differ, because this derives one from the other. */
export type InputOf<Schema extends InputSchema> = {
  readonly [Name in RequiredNames<Schema>]: ValueOf<Schema['properties'][Name]>;
} & {
  readonly [Name in Exclude<keyof Schema['properties'], RequiredNames<Schema>>]?: ValueOf<
    Schema['properties'][Name]
  >;
};

type RequiredNames<Schema extends InputSchema> = Schema extends { readonly required: readonly (infer Name)[] }
  ? Extract<Name, keyof Schema['properties']>
  : never;

type ValueOf<Schema> = Schema extends { readonly enum: readonly (infer Value)[] }
  ? Value
  : Schema extends { readonly type: 'array' }
    ? readonly string[]
    : Schema extends { readonly type: 'integer' }
      ? number
      : Schema extends { readonly type: 'boolean' }
        ? boolean
        : string;

/** What is wrong with an argument. */
export interface InputProblem {
  /** As the caller wrote it, in printable form. Absent if the arguments are not an object. */
  readonly property?: string;
  readonly problem: string;
}

/** More problems of one call are not reported. */
const maxProblems = 10;

/** Checks arguments against a schema. Hosts don't: VS Code passes whatever the model wrote. */
export function checkInput<Schema extends InputSchema>(
  schema: Schema,
  value: unknown,
): Result<InputOf<Schema>, readonly InputProblem[]> {
  if (!isRecord(value)) return failure([{ problem: 'The arguments must be a JSON object.' }]);
  const problems: InputProblem[] = [];
  for (const name of schema.required ?? [])
    if (!Object.hasOwn(value, name) || value[name] === undefined)
      problems.push({ property: name, problem: 'It is required.' });
  for (const name of Object.keys(value).slice(0, 100)) {
    // JSON has no undefined; a caller in the same process does.
    if (value[name] === undefined) continue;
    const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (property === undefined)
      problems.push({ property: printable(name), problem: 'There is no such argument.' });
    else if (!isValid(property, value[name])) {
      const { description, ...wanted } = property;
      problems.push({ property: name, problem: `It must be valid by ${JSON.stringify(wanted)}.` });
    }
  }
  return problems.length === 0 ? success(value as InputOf<Schema>) : failure(problems.slice(0, maxProblems));
}

function isValid(schema: PropertySchema, value: unknown): boolean {
  switch (schema.type) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'integer':
      return Number.isInteger(value) && Number(value) >= schema.minimum;
    case 'array': {
      if (!Array.isArray(value) || value.length < schema.minItems || value.length > schema.maxItems)
        return false;
      return value.every((item) => isValid(schema.items, item));
    }
    case 'string': {
      const { enum: allowed, pattern = '', minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
      if (typeof value !== 'string' || !(allowed?.includes(value) ?? true)) return false;
      return value.length >= minLength && value.length <= maxLength && new RegExp(pattern).test(value);
    }
  }
}
