import * as l10n from '@vscode/l10n';
import type { Finding, Path } from '../problem.ts';
import validate, { type SchemaError } from './compiled-schema.js';
import type { Kind } from './schema.ts';

/** Findings of the JSON Schema (schemas/dataset.schema.json): `missing-property`, `wrong-type`, `empty-name`. */
export function structureFindings(value: unknown): Finding[] {
  if (validate(value)) return [];
  const errors = validate.errors ?? [];
  return errors.map((error) => finding(value, error));
}

function finding(root: unknown, error: SchemaError): Finding {
  const { path, value } = resolve(root, error.instancePath);
  switch (error.keyword) {
    case 'required': {
      const missing = String(error.params.missingProperty);
      const message = missingMessage(kindAt(path), missing);
      return { code: 'missing-property', path, target: 'opening', message, missing };
    }
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

/** The kind of the object at a path: ``, `/tables/0`, `/tables/0/columns/0`. */
function kindAt(path: Path): Kind {
  if (path.length === 0) return 'dataset';
  return path.length === 2 ? 'table' : 'column';
}

/** Resolves a JSON Pointer (RFC 6901). It contains only names from the schema, so nothing needs unescaping. */
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

/** `type` is a JSON type, which is not translated. */
function typeMessage(path: Path, expected: string, type: string): string {
  if (expected === 'object') {
    switch (kindAt(path)) {
      case 'dataset':
        return l10n.t('The dataset must be an object with "name" and "tables", but its type is {type}.', {
          type,
        });
      case 'table':
        return l10n.t('A table must be an object with "name" and "columns", but its type is {type}.', {
          type,
        });
      case 'column':
        return l10n.t('A column must be an object with "name" and "dataType", but its type is {type}.', {
          type,
        });
    }
  }
  const property = String(path.at(-1));
  return expected === 'array'
    ? l10n.t('"{property}" must be an array, but its type is {type}.', { property, type })
    : l10n.t('"{property}" must be a string, but its type is {type}.', { property, type });
}

/** Of a value that YAML lets be left out, which is then `null`. */
export function noValueMessage(path: Path): string {
  const property = path.at(-1);
  if (property === undefined) return l10n.t('The document is empty. A dataset needs a name and tables.');
  if (typeof property === 'string') return l10n.t('"{property}" has no value. Add one.', { property });
  return kindAt(path) === 'table'
    ? l10n.t('This table is empty. Add "name" and "columns".')
    : l10n.t('This column is empty. Add "name" and "dataType".');
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

/** The JSON type of a value (RFC 8259, section 3). */
function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
