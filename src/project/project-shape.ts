import { type Conventions, nameStyles } from '../dataset/rules/conventions.ts';
import { defaultSeverities, type RuleSettings } from '../dataset/rules/settings.ts';

/** What a value in a project file must be. schemas/dataset-studio.schema.json says the same to editors; a test compares them. */
export type Shape =
  | { readonly type: 'string'; readonly values?: readonly string[]; readonly maxLength?: number }
  | { readonly type: 'integer' }
  | {
      readonly type: 'array';
      readonly items: Shape /** Whether one item can be written alone. */;
      readonly orItem?: true;
    }
  | {
      readonly type: 'object';
      readonly properties: Readonly<Record<string, Shape>>;
      readonly required?: readonly string[];
      /** Of all other properties; absent: there are none. */
      readonly others?: Shape;
      /** Whether the properties are rules. An unknown one is a warning, because a later version may know it. */
      readonly areRules?: true;
    };

/** The settings of a project for a document. */
export type ProjectSettings = Partial<Pick<RuleSettings, 'rules' | 'dataTypes'>> & Conventions;

/** The content of a project file that has the shape. A property that is `null` removes what the extended files say. */
export interface ProjectContent extends ProjectSettings {
  readonly extends?: readonly string[] | null;
  readonly include?: readonly string[] | null;
  readonly exclude?: readonly string[] | null;
  readonly overrides?: readonly Override[] | null;
}

export interface Override extends ProjectSettings {
  readonly files: readonly string[];
}

const text: Shape = { type: 'string' };
const texts: Shape = { type: 'array', items: text };
/** Longer ones take longer to match. */
const globs: Shape = { type: 'array', items: { type: 'string', maxLength: 1000 } };
const severity: Shape = { type: 'string', values: ['off', 'hint', 'info', 'warning', 'error'] };
const affixes = { startsWith: texts, endsWith: texts };

const names: Readonly<Record<string, Shape>> = {
  style: { type: 'string', values: nameStyles },
  maxLength: { type: 'integer' },
  forbidden: text,
  ...affixes,
};

const settings: Readonly<Record<string, Shape>> = {
  dataTypes: texts,
  properties: { type: 'object', properties: { dataset: texts, table: texts, column: texts } },
  rules: {
    type: 'object',
    properties: Object.fromEntries(Object.keys(defaultSeverities).map((code) => [code, severity])),
    areRules: true,
  },
  names: {
    type: 'object',
    properties: {
      dataset: { type: 'object', properties: names },
      table: { type: 'object', properties: names },
      column: {
        type: 'object',
        properties: {
          ...names,
          byType: { type: 'object', properties: {}, others: { type: 'object', properties: affixes } },
        },
      },
    },
  },
  require: {
    type: 'object',
    properties: {
      columns: {
        type: 'array',
        items: {
          type: 'object',
          properties: { name: text, dataType: text },
          required: ['name', 'dataType'],
        },
      },
    },
  },
  limits: {
    type: 'object',
    properties: { tables: { type: 'integer' }, columnsPerTable: { type: 'integer' } },
  },
};

export const projectShape: Shape = {
  type: 'object',
  properties: {
    $schema: text,
    extends: { type: 'array', items: text, orItem: true },
    include: globs,
    exclude: globs,
    ...settings,
    overrides: {
      type: 'array',
      items: { type: 'object', properties: { files: globs, ...settings }, required: ['files'] },
    },
  },
};
