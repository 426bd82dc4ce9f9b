import * as l10n from '@vscode/l10n';
import type { Finding, Path } from '../finding.ts';
import validate, { type SchemaError } from './compiled-schema.js';
import type { Kind } from './schema.ts';

/** What the JSON Schema asserts (schemas/dataset.schema.json): `missing-property`, `wrong-type`, `empty-name`. */
export function structureFindings(value: unknown): Finding[] {
  if (validate(value)) return [];
  const errors = validate.errors ?? [];
  return errors.map((error) => finding(value, error));
}

function finding(root: unknown, error: SchemaError): Finding {
  const { path, value } = resolve(root, error.instancePath);
  switch (error.keyword) {
    case 'required':
      return {
        code: 'missing-property',
        path,
        target: 'opening',
        message: missingMessage(kindAt(path), String(error.params.missingProperty)),
      };
    case 'type':
      return {
        code: 'wrong-type',
        path,
        target: 'value',
        message: typeMessage(path, String(error.params.type), typeName(value)),
      };
    default:
      return {
        code: 'empty-name',
        path,
        target: 'value',
        message: emptyMessage(kindAt(path.slice(0, -1))),
      };
  }
}

/** What a path of the schema leads to: ``, `/tables/0`, `/tables/0/columns/0`. */
function kindAt(path: Path): Kind {
  if (path.length === 0) return 'dataset';
  return path.length === 2 ? 'table' : 'column';
}

/** Follows a JSON Pointer (RFC 6901). Only names of the schema occur in it, so nothing needs unescaping. */
function resolve(root: unknown, pointer: string): { path: Path; value: unknown } {
  const path: (string | number)[] = [];
  let value = root;
  for (let start = 1; start <= pointer.length; ) {
    const slash = pointer.indexOf('/', start);
    const end = slash < 0 ? pointer.length : slash;
    const name = pointer.slice(start, end);
    const step = Array.isArray(value) ? Number(name) : name;
    path.push(step);
    value = (value as Record<string | number, unknown>)[step];
    start = end + 1;
  }
  return { path, value };
}

function missingMessage(kind: Kind, property: string): string {
  switch (kind) {
    case 'dataset':
      return l10n.t('The dataset has no "{property}". Add it.', { property });
    case 'table':
      return l10n.t('This table has no "{property}". Add it.', { property });
    case 'column':
      return l10n.t('This column has no "{property}". Add it.', { property });
  }
}

function typeMessage(path: Path, expected: string, actual: string): string {
  if (expected === 'object') {
    switch (kindAt(path)) {
      case 'dataset':
        return l10n.t('A dataset must be an object with "name" and "tables", but this is {actual}.', {
          actual,
        });
      case 'table':
        return l10n.t('A table must be an object with "name" and "columns", but this is {actual}.', {
          actual,
        });
      case 'column':
        return l10n.t('A column must be an object with "name" and "dataType", but this is {actual}.', {
          actual,
        });
    }
  }
  const property = String(path.at(-1));
  return expected === 'array'
    ? l10n.t('"{property}" must be an array, but this is {actual}.', { property, actual })
    : l10n.t('"{property}" must be a string, but this is {actual}.', { property, actual });
}

function emptyMessage(kind: Kind): string {
  switch (kind) {
    case 'dataset':
      return l10n.t('The name of the dataset is empty. Give it a name.');
    case 'table':
      return l10n.t('The name of this table is empty. Give it a name.');
    case 'column':
      return l10n.t('The name of this column is empty. Give it a name.');
  }
}

function typeName(value: unknown): string {
  if (value === null) return l10n.t('null');
  if (Array.isArray(value)) return l10n.t('an array');
  switch (typeof value) {
    case 'string':
      return l10n.t('a string');
    case 'number':
      return l10n.t('a number');
    case 'boolean':
      return l10n.t('true or false');
    default:
      return l10n.t('an object');
  }
}
