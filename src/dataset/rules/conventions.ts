import type { RuleCode } from '../problem.ts';
import type { Kind } from './schema.ts';

/** How names are written. */
export const nameStyles = ['camelCase', 'PascalCase', 'snake_case', 'kebab-case', 'CONSTANT_CASE'] as const;

export type NameStyle = (typeof nameStyles)[number];

/** A name begins, or ends, with one of these. */
export interface Affixes {
  readonly startsWith?: readonly string[];
  readonly endsWith?: readonly string[];
}

/** How the names of one kind of object look. */
export interface NameConvention extends Affixes {
  readonly style?: NameStyle;
  /** In characters. */
  readonly maxLength?: number;
  /** Each of its characters. */
  readonly forbidden?: string;
  /** Of columns, by data type: replaces the general ones for this type. */
  readonly byType?: Readonly<Record<string, Affixes>>;
}

/** A column that each table has. */
export interface RequiredColumn {
  readonly name: string;
  readonly dataType: string;
}

/** What a project file can declare so that a problem goes away. */
export type Declaration =
  | { readonly kind: 'data-type'; readonly dataType: string }
  | { readonly kind: 'property'; readonly of: Kind; readonly property: string }
  | { readonly kind: 'rule-off'; readonly code: RuleCode };

/** What a project declares beside the severities of rules and the data types. */
export interface Conventions {
  /** Known properties in addition to those of the schema. */
  readonly properties?: Readonly<Partial<Record<Kind, readonly string[]>>>;
  readonly names?: Readonly<Partial<Record<Kind, NameConvention>>>;
  readonly require?: { readonly columns?: readonly RequiredColumn[] };
  readonly limits?: { readonly tables?: number; readonly columnsPerTable?: number };
}
