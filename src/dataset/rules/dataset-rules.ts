import * as l10n from '@vscode/l10n';
import { isRecord } from '../../is-record.ts';
import { printable } from '../../text/printable.ts';
import type { Finding, Path } from '../finding.ts';
import { DuplicateNames } from './duplicate-names.ts';
import { hashName, nameTraits } from './names.ts';
import { nearest } from './nearest.ts';
import { type Kind, knownDataTypes, schemaOf } from './schema.ts';

/** What the rules need besides the document. */
export interface RuleContext {
  /** Known data types in addition to the built-in ones. */
  readonly dataTypes: readonly string[];
}

const knownProperties: Readonly<Record<Kind, ReadonlySet<string>>> = {
  dataset: new Set(Object.keys(schemaOf.dataset.properties)),
  table: new Set(Object.keys(schemaOf.table.properties)),
  column: new Set(Object.keys(schemaOf.column.properties)),
};

/** More unknown properties of one object are reported as one problem. */
const maxUnknownProperties = 1000;

/**
 * Checks what a JSON Schema can't express or must not enforce (contract, "The document"): duplicate names, unknown data
 * types and properties, untidy names, empty arrays. Values of a wrong type are skipped, since the schema reports them.
 */
export function datasetFindings(value: unknown, context: RuleContext): Finding[] {
  const findings: Finding[] = [];
  const check = new DatasetCheck(context, findings);
  check.dataset(value);
  return findings;
}

class DatasetCheck {
  readonly #findings: Finding[];
  readonly #dataTypes: ReadonlySet<string>;
  readonly #tableNames = new DuplicateNames();
  readonly #columnNames = new DuplicateNames();
  readonly #suggestions = new Map<string, string | undefined>();

  constructor(context: RuleContext, findings: Finding[]) {
    this.#findings = findings;
    this.#dataTypes = new Set([...knownDataTypes.map((type) => type.const), ...context.dataTypes]);
  }

  dataset(value: unknown): void {
    if (!isRecord(value)) return;
    if (this.#hasUnknown(value, 'dataset')) this.#unknownProperties(value, 'dataset', []);
    if (typeof value.name === 'string') this.#name(value.name, hashName(value.name), ['name']);

    const { tables } = value;
    if (!Array.isArray(tables)) return;
    if (tables.length === 0) this.#emptyArray('no-tables', ['tables']);
    const names = this.#tableNames;
    names.clear();
    for (let index = 0; index < tables.length; index++) {
      const table: unknown = tables[index];
      if (isRecord(table)) this.#table(table, index);
    }
    for (const { first, second } of names.find(tables.length, (index) => nameOf(tables[index]))) {
      this.#duplicateName(
        'duplicate-table',
        nameOf(tables[second]) ?? '',
        ['tables', second],
        ['tables', first],
      );
    }
  }

  #table(table: Readonly<Record<string, unknown>>, index: number): void {
    if (this.#hasUnknown(table, 'table')) this.#unknownProperties(table, 'table', ['tables', index]);
    const { name, columns } = table;
    if (typeof name === 'string') {
      const hash = hashName(name);
      this.#tableNames.add(hash);
      if (isUntidy(hash)) this.#name(name, hash, ['tables', index, 'name']);
    }
    if (Array.isArray(columns)) this.#columns(columns, ['tables', index, 'columns']);
  }

  #columns(columns: readonly unknown[], path: Path): void {
    if (columns.length === 0) this.#emptyArray('no-columns', path);
    const names = this.#columnNames;
    names.clear();
    for (let index = 0; index < columns.length; index++) {
      const column = columns[index];
      if (!isRecord(column)) continue;
      if (this.#hasUnknown(column, 'column')) this.#unknownProperties(column, 'column', [...path, index]);
      const { name, dataType } = column;
      if (typeof name === 'string') {
        const hash = hashName(name);
        names.add(hash);
        if (isUntidy(hash)) this.#name(name, hash, [...path, index, 'name']);
      }
      if (typeof dataType === 'string' && !this.#dataTypes.has(dataType)) {
        this.#unknownDataType(dataType, [...path, index, 'dataType']);
      }
    }
    for (const { first, second } of names.find(columns.length, (index) => nameOf(columns[index]))) {
      this.#duplicateName(
        'duplicate-column',
        nameOf(columns[second]) ?? '',
        [...path, second],
        [...path, first],
      );
    }
  }

  #duplicateName(code: 'duplicate-table' | 'duplicate-column', name: string, path: Path, first: Path): void {
    const args = { name: printable(name) };
    const isTable = code === 'duplicate-table';
    this.#findings.push({
      code,
      path: [...path, 'name'],
      target: 'value',
      message: isTable
        ? l10n.t('Another table is already named "{name}" (ignoring case). Rename one of them.', args)
        : l10n.t(
            'Another column of this table is already named "{name}" (ignoring case). Rename one of them.',
            args,
          ),
      related: {
        path: [...first, 'name'],
        target: 'value',
        message: isTable ? l10n.t('First table with this name') : l10n.t('First column with this name'),
      },
    });
  }

  #name(name: string, hash: number, path: Path): void {
    if (!isUntidy(hash) || name.trim() === '') return;
    const args = { name: printable(name) };
    this.#findings.push({
      code: 'untidy-name',
      path,
      target: 'value',
      message:
        (hash & nameTraits.blankEnd) !== 0
          ? l10n.t('The name "{name}" begins or ends with white space. Remove it.', args)
          : l10n.t('The name "{name}" contains a control character. Remove it.', args),
    });
  }

  #unknownDataType(dataType: string, path: Path): void {
    const suggestion = this.#nearestDataType(dataType);
    const args = { dataType: printable(dataType) };
    this.#findings.push({
      code: 'unknown-data-type',
      path,
      target: 'value',
      ...(suggestion === undefined
        ? {
            message: l10n.t(
              'Unknown data type "{dataType}". If the service supports it, add it to the setting "dataset.dataTypes".',
              args,
            ),
          }
        : {
            message: l10n.t('Unknown data type "{dataType}". Did you mean "{suggestion}"?', {
              ...args,
              suggestion: printable(suggestion),
            }),
            suggestion,
          }),
    });
  }

  /** Remembers suggestions, since the same unknown data type is often used in many columns. */
  #nearestDataType(dataType: string): string | undefined {
    if (!this.#suggestions.has(dataType))
      this.#suggestions.set(dataType, nearest(dataType, [...this.#dataTypes]));
    return this.#suggestions.get(dataType);
  }

  #hasUnknown(object: Readonly<Record<string, unknown>>, kind: Kind): boolean {
    const known = knownProperties[kind];
    for (const property in object) {
      if (!known.has(property)) return true;
    }
    return false;
  }

  #unknownProperties(object: Readonly<Record<string, unknown>>, kind: Kind, path: Path): void {
    const known = knownProperties[kind];
    const unknown = Object.keys(object).filter((property) => !known.has(property));
    if (unknown.length > maxUnknownProperties) {
      this.#reportCount(unknown.length, path);
      return;
    }
    for (const property of unknown) this.#unknownProperty(object, property, kind, [...path, property]);
  }

  #reportCount(count: number, path: Path): void {
    this.#findings.push({
      code: 'unknown-property',
      path,
      target: 'opening',
      message: l10n.t('This object has {count} unknown properties. Remove them.', { count }),
    });
  }

  #unknownProperty(
    object: Readonly<Record<string, unknown>>,
    property: string,
    kind: Kind,
    path: Path,
  ): void {
    const absent = [...knownProperties[kind]].filter((known) => !Object.hasOwn(object, known));
    const suggestion = nearest(property, absent);
    const args = { property: printable(property) };
    this.#findings.push({
      code: 'unknown-property',
      path,
      target: 'key',
      ...(suggestion === undefined
        ? { message: unknownPropertyMessage(kind, args) }
        : {
            message: l10n.t('Unknown property "{property}". Did you mean "{suggestion}"?', {
              ...args,
              suggestion,
            }),
            suggestion,
          }),
    });
  }

  #emptyArray(code: 'no-tables' | 'no-columns', path: Path): void {
    this.#findings.push({
      code,
      path,
      target: 'value',
      message:
        code === 'no-tables'
          ? l10n.t('The dataset has no tables. Add one.')
          : l10n.t('This table has no columns. Add one.'),
    });
  }
}

/** The name of a table or a column. `undefined` if it is missing or empty: several of those are not duplicates. */
function nameOf(item: unknown): string | undefined {
  return isRecord(item) && typeof item.name === 'string' && item.name.trim() !== '' ? item.name : undefined;
}

function unknownPropertyMessage(kind: Kind, args: { property: string }): string {
  switch (kind) {
    case 'dataset':
      return l10n.t('A dataset has no property "{property}". Remove it.', args);
    case 'table':
      return l10n.t('A table has no property "{property}". Remove it.', args);
    case 'column':
      return l10n.t('A column has no property "{property}". Remove it.', args);
  }
}

function isUntidy(hash: number): boolean {
  return (hash & (nameTraits.blankEnd | nameTraits.control)) !== 0;
}
