import { isRecord } from '../../is-record.ts';
import type { Finding, Path } from '../problem.ts';
import { DuplicateNames, hashName, nameTraits } from './names.ts';
import { nearest } from './nearest.ts';
import {
  duplicateName,
  emptyArray,
  unknownDataType,
  unknownProperties,
  unknownProperty,
  untidyName,
} from './rule-findings.ts';
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
    if (typeof value.name === 'string') this.#checkName(value.name, hashName(value.name), ['name']);

    const { tables } = value;
    if (!Array.isArray(tables)) return;
    if (tables.length === 0) this.#findings.push(emptyArray('no-tables', ['tables']));
    const names = this.#tableNames;
    names.clear();
    for (let index = 0; index < tables.length; index++) {
      const table: unknown = tables[index];
      if (isRecord(table)) this.#table(table, index);
    }
    for (const { first, second } of names.find(tables.length, (index) => nameOf(tables[index]))) {
      const name = nameOf(tables[second]) ?? '';
      this.#findings.push(duplicateName('duplicate-table', name, ['tables', second], ['tables', first]));
    }
  }

  #table(table: Readonly<Record<string, unknown>>, index: number): void {
    if (this.#hasUnknown(table, 'table')) this.#unknownProperties(table, 'table', ['tables', index]);
    const { name, columns } = table;
    if (typeof name === 'string') {
      const hash = hashName(name);
      this.#tableNames.add(hash);
      if (isUntidy(hash)) this.#checkName(name, hash, ['tables', index, 'name']);
    }
    if (Array.isArray(columns)) this.#columns(columns, ['tables', index, 'columns']);
  }

  #columns(columns: readonly unknown[], path: Path): void {
    if (columns.length === 0) this.#findings.push(emptyArray('no-columns', path));
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
        if (isUntidy(hash)) this.#checkName(name, hash, [...path, index, 'name']);
      }
      if (typeof dataType === 'string' && !this.#dataTypes.has(dataType)) {
        const suggestion = this.#nearestDataType(dataType);
        this.#findings.push(unknownDataType(dataType, suggestion, [...path, index, 'dataType']));
      }
    }
    for (const { first, second } of names.find(columns.length, (index) => nameOf(columns[index]))) {
      const name = nameOf(columns[second]) ?? '';
      this.#findings.push(duplicateName('duplicate-column', name, [...path, second], [...path, first]));
    }
  }

  #checkName(name: string, hash: number, path: Path): void {
    if (isUntidy(hash) && name.trim() !== '') this.#findings.push(untidyName(name, hash, path));
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
      this.#findings.push(unknownProperties(unknown.length, path));
      return;
    }
    for (const property of unknown) {
      const absent = [...known].filter((each) => !Object.hasOwn(object, each));
      this.#findings.push(unknownProperty(kind, property, nearest(property, absent), [...path, property]));
    }
  }
}

/** The name of a table or a column. `undefined` if it is missing or empty: several of those are not duplicates. */
function nameOf(item: unknown): string | undefined {
  return isRecord(item) && typeof item.name === 'string' && item.name.trim() !== '' ? item.name : undefined;
}

function isUntidy(hash: number): boolean {
  return (hash & (nameTraits.blankEnd | nameTraits.control)) !== 0;
}
