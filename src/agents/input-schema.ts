import { isRecord } from '../is-record.ts';
import { failure, type Result, success } from '../result.ts';
import { type Schema, schemaMistakes } from '../schema-mistakes.ts';
import { printable } from '../text/printable.ts';

export interface InputSchema extends Schema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Schema>>;
  readonly additionalProperties: false;
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
export function checkInput<Input extends InputSchema>(
  schema: Input,
  value: unknown,
): Result<InputOf<Input>, readonly InputProblem[]> {
  if (!isRecord(value)) return failure([{ problem: 'The arguments must be a JSON object.' }]);
  const mistakes = new Map(
    schemaMistakes(value, schema).map(({ path, keyword }) => [String(path[0]), keyword]),
  );
  if (mistakes.size === 0) return success(value as InputOf<Input>);
  const problems = [...mistakes].slice(0, maxProblems).map(([name, keyword]): InputProblem => {
    if (keyword === 'required') return { property: name, problem: 'It is required.' };
    const property = printable(name);
    if (keyword === 'additionalProperties') return { property, problem: 'There is no such argument.' };
    const { description, ...wanted } = schema.properties[name] ?? {};
    return { property, problem: `It must be valid by ${JSON.stringify(wanted)}.` };
  });
  return failure(problems);
}
