import schema from '../../../schemas/dataset.schema.json' with { type: 'json' };

/** The three kinds of object in a dataset document. */
export type Kind = 'dataset' | 'table' | 'column';

/** What editors show for a property or a value, and what they insert for it. */
export interface Annotations {
  readonly title?: string;
  readonly description?: string;
  readonly markdownDescription?: string;
  readonly defaultSnippets?: readonly Snippet[];
  readonly examples?: readonly unknown[];
}

/** VS Code's `defaultSnippets`: `body` is JSON whose strings contain snippet syntax such as `${1:Id}`. */
export interface Snippet {
  readonly label: string;
  readonly description?: string;
  readonly body: unknown;
}

export interface ObjectSchema extends Annotations {
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, Annotations>>;
}

/** The schema of each kind. */
export const schemaOf: Readonly<Record<Kind, ObjectSchema>> = {
  dataset: schema,
  table: schema.$defs.Table,
  column: schema.$defs.Column,
};

/** The annotations of a property in the schema; undefined for an unknown property. */
export function annotationsOf(kind: Kind, property: string): Annotations | undefined {
  const { properties } = schemaOf[kind];
  return Object.hasOwn(properties, property) ? properties[property] : undefined;
}

/** A data type of the schema, with its description. */
export interface KnownDataType extends Annotations {
  readonly const: string;
}

/** Built-in data types (specification, section 2.4): `Int64`, `string`, `bool`, `DateTime`. */
export const knownDataTypes: readonly KnownDataType[] = schema.$defs.Column.properties.dataType.anyOf.filter(
  (branch) => branch.const !== undefined,
);

/** The kind of the items of an array that is the value of a property, such as `table` for a dataset's `tables`. */
export function itemKind(kind: Kind, property: string): Kind | undefined {
  if (kind === 'dataset' && property === 'tables') return 'table';
  return kind === 'table' && property === 'columns' ? 'column' : undefined;
}

/** The built-in data types and others that are known. */
export function dataTypeNames(more: readonly string[]): string[] {
  return [...new Set([...knownDataTypes.map((type) => type.const), ...more])];
}
