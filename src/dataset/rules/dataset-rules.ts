import { isRecord } from '../../text/is-record.ts';
import { nameIn } from '../dataset.ts';
import type { Finding, Path } from '../problem.ts';
import { foldedName } from './names.ts';
import { nearest } from './nearest.ts';
import {
  duplicateName,
  emptyArray,
  unknownDataType,
  unknownProperties,
  unknownProperty,
  untidyName,
} from './rule-findings.ts';
import { dataTypeNames, type Kind, schemaOf } from './schema.ts';

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
export function datasetFindings(value: unknown, dataTypes: readonly string[]): Finding[] {
  const check = new DatasetCheck(dataTypes);
  check.dataset(value);
  return check.findings;
}

/** Names of printable ASCII without white space at their ends, which nearly all names are. */
const tidy = /^[!-~](?:[ -~]*[!-~])?$/;

class DatasetCheck {
  readonly findings: Finding[] = [];
  readonly #dataTypes: ReadonlySet<string>;
  readonly #suggestions = new Map<string, string | undefined>();

  /** `dataTypes`: known data types in addition to the built-in ones. */
  constructor(dataTypes: readonly string[]) {
    this.#dataTypes = new Set(dataTypeNames(dataTypes));
  }

  dataset(value: unknown): void {
    if (!isRecord(value)) return;
    if (this.#hasUnknown(value, 'dataset')) this.#unknownProperties(value, 'dataset', []);
    this.#checkName(value.name, () => ['name']);
    const { tables } = value;
    if (!Array.isArray(tables)) return;
    if (tables.length === 0) this.findings.push(emptyArray('no-tables', ['tables']));
    for (let index = 0; index < tables.length; index++) {
      const table: unknown = tables[index];
      if (isRecord(table)) this.#table(table, index);
    }
    this.#duplicateNames('duplicate-table', tables, ['tables']);
  }

  #table(table: Readonly<Record<string, unknown>>, index: number): void {
    if (this.#hasUnknown(table, 'table')) this.#unknownProperties(table, 'table', ['tables', index]);
    this.#checkName(table.name, () => ['tables', index, 'name']);
    if (Array.isArray(table.columns)) this.#columns(table.columns, ['tables', index, 'columns']);
  }

  #columns(columns: readonly unknown[], path: Path): void {
    if (columns.length === 0) this.findings.push(emptyArray('no-columns', path));
    for (let index = 0; index < columns.length; index++) {
      const column = columns[index];
      if (!isRecord(column)) continue;
      if (this.#hasUnknown(column, 'column')) this.#unknownProperties(column, 'column', [...path, index]);
      this.#checkName(column.name, () => [...path, index, 'name']);
      const { dataType } = column;
      if (typeof dataType === 'string' && !this.#dataTypes.has(dataType)) {
        const suggestion = this.#nearestDataType(dataType);
        this.findings.push(unknownDataType(dataType, suggestion, [...path, index, 'dataType']));
      }
    }
    this.#duplicateNames('duplicate-column', columns, path);
  }

  #duplicateNames(code: 'duplicate-table' | 'duplicate-column', items: readonly unknown[], path: Path): void {
    const firsts = new Map<string, number>();
    for (let index = 0; index < items.length; index++) {
      const name = nameIn(items[index]);
      // Several names that are missing or empty are not duplicates.
      if (name === undefined || name.trim() === '') continue;
      const folded = foldedName(name);
      const first = firsts.get(folded);
      if (first === undefined) firsts.set(folded, index);
      else this.findings.push(duplicateName(code, name, [...path, index], [...path, first]));
    }
  }

  #checkName(name: unknown, path: () => Path): void {
    if (typeof name !== 'string' || tidy.test(name) || name.trim() === '') return;
    const hasBlankEnd = name !== name.trim();
    if (hasBlankEnd || /\p{Cc}/u.test(name)) this.findings.push(untidyName(name, hasBlankEnd, path()));
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
      this.findings.push(unknownProperties(unknown.length, path));
      return;
    }
    for (const property of unknown) {
      const absent = [...known].filter((each) => !Object.hasOwn(object, each));
      this.findings.push(unknownProperty(kind, property, nearest(property, absent), [...path, property]));
    }
  }
}
