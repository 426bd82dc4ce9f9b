import { isRecord } from '../../is-record.ts';
import { nameIn } from '../dataset.ts';
import type { Finding, Path, RuleCode } from '../problem.ts';
import { ConventionCheck } from './convention-rules.ts';
import type { Conventions } from './conventions.ts';
import { foldedName } from './names.ts';
import {
  duplicateName,
  emptyArray,
  knownDataTypesMessage,
  schemaReference,
  unknownDataType,
  unknownProperties,
  unknownProperty,
  untidyName,
} from './rule-findings.ts';
import { dataTypeNames, type Kind, schemaOf } from './schema.ts';
import { moreSevere, type RuleSettings } from './settings.ts';
import { type SuggestedDataType, suggestDataType } from './suggest-data-type.ts';
import { suggestProperties } from './suggest-property.ts';

const knownProperties: Readonly<Record<Kind, ReadonlySet<string>>> = {
  // `$schema` is for editors; the rule `schema-reference` reports it.
  dataset: new Set([...Object.keys(schemaOf.dataset.properties), '$schema']),
  table: new Set(Object.keys(schemaOf.table.properties)),
  column: new Set(Object.keys(schemaOf.column.properties)),
};

/** More unknown properties of one object are reported as one problem. */
const maxUnknownProperties = 1000;

/**
 * Checks what a JSON Schema can't express or must not enforce: duplicate names, unknown data
 * types and properties, untidy names, empty arrays, and what a project file says. Values of a wrong type are skipped, since the schema reports them.
 */
export function datasetFindings(value: unknown, settings: RuleSettings): Finding[] {
  const check = new DatasetCheck(settings);
  check.dataset(value);
  return check.findings;
}

/** Names of printable ASCII without white space at their ends, which nearly all names are. */
const tidy = /^[!-~](?:[ -~]*[!-~])?$/;

class DatasetCheck {
  readonly findings: Finding[] = [];
  readonly #dataTypes: ReadonlySet<string>;
  readonly #properties: Conventions['properties'];
  /** Of a property whose name is wrong: it is unknown, and the right one is missing. */
  readonly #wrongName: RuleCode;
  readonly #conventions: ConventionCheck | undefined;
  readonly #declared: readonly string[];
  /** The sentence that names the known data types. */
  #known: string | undefined;
  readonly #suggestions = new Map<string, SuggestedDataType | undefined>();

  constructor(settings: RuleSettings) {
    this.#declared = settings.dataTypes;
    this.#dataTypes = new Set(dataTypeNames(settings.dataTypes));
    this.#properties = settings.properties;
    this.#wrongName = moreSevere('missing-property', 'unknown-property', settings);
    if (settings.names ?? settings.require ?? settings.limits)
      this.#conventions = new ConventionCheck(settings, this.findings);
  }

  dataset(value: unknown): void {
    if (!isRecord(value)) return;
    if (this.#hasUnknown(value, 'dataset')) this.#unknownProperties(value, 'dataset', []);
    if (Object.hasOwn(value, '$schema')) this.findings.push(schemaReference());
    this.#checkName('dataset', value, () => ['name']);
    const { tables } = value;
    if (!Array.isArray(tables)) return;
    this.#conventions?.tables(tables);
    if (tables.length === 0) this.findings.push(emptyArray('no-tables', ['tables']));
    for (let index = 0; index < tables.length; index++) {
      const table: unknown = tables[index];
      if (isRecord(table)) this.#table(table, index);
    }
    this.#duplicateNames('duplicate-table', tables, ['tables']);
  }

  #table(table: Readonly<Record<string, unknown>>, index: number): void {
    const path = ['tables', index];
    if (this.#hasUnknown(table, 'table')) this.#unknownProperties(table, 'table', path);
    this.#checkName('table', table, () => [...path, 'name']);
    const { columns } = table;
    if (!Array.isArray(columns)) return;
    const indexes = this.#columns(columns, [...path, 'columns']);
    this.#conventions?.columns(table, columns, path, indexes);
  }

  /** Returns their indexes by their folded names. */
  #columns(columns: readonly unknown[], path: Path): ReadonlyMap<string, number> {
    if (columns.length === 0) this.findings.push(emptyArray('no-columns', path));
    for (let index = 0; index < columns.length; index++) {
      const column = columns[index];
      if (!isRecord(column)) continue;
      if (this.#hasUnknown(column, 'column')) this.#unknownProperties(column, 'column', [...path, index]);
      this.#checkName('column', column, () => [...path, index, 'name']);
      const { dataType } = column;
      if (typeof dataType === 'string' && !this.#dataTypes.has(dataType)) {
        this.#known ??= knownDataTypesMessage([...this.#dataTypes]);
        const suggestion = this.#suggestedDataType(dataType);
        this.findings.push(unknownDataType(dataType, suggestion, this.#known, [...path, index, 'dataType']));
      }
    }
    return this.#duplicateNames('duplicate-column', columns, path);
  }

  /** Returns the indexes of the items by their folded names. */
  #duplicateNames(
    code: 'duplicate-table' | 'duplicate-column',
    items: readonly unknown[],
    path: Path,
  ): ReadonlyMap<string, number> {
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
    return firsts;
  }

  #checkName(kind: Kind, object: Readonly<Record<string, unknown>>, path: () => Path): void {
    this.#conventions?.name(kind, object, path);
    const { name } = object;
    if (typeof name !== 'string' || tidy.test(name) || name.trim() === '') return;
    const hasBlankEnd = name !== name.trim();
    if (hasBlankEnd || /\p{Cc}/u.test(name)) this.findings.push(untidyName(name, hasBlankEnd, path()));
  }

  /** Remembers suggestions, since the same unknown data type is often used in many columns. */
  #suggestedDataType(dataType: string): SuggestedDataType | undefined {
    if (!this.#suggestions.has(dataType))
      this.#suggestions.set(dataType, suggestDataType(dataType, this.#declared));
    return this.#suggestions.get(dataType);
  }

  #isKnown(property: string, kind: Kind): boolean {
    return knownProperties[kind].has(property) || this.#properties?.[kind]?.includes(property) === true;
  }

  #hasUnknown(object: Readonly<Record<string, unknown>>, kind: Kind): boolean {
    for (const property in object) {
      if (!this.#isKnown(property, kind)) return true;
    }
    return false;
  }

  #unknownProperties(object: Readonly<Record<string, unknown>>, kind: Kind, path: Path): void {
    const unknown = Object.keys(object).filter((property) => !this.#isKnown(property, kind));
    if (unknown.length > maxUnknownProperties) {
      this.findings.push(unknownProperties(unknown.length, path));
      return;
    }
    const known = [...knownProperties[kind], ...(this.#properties?.[kind] ?? [])];
    const absent = known.filter((each) => !Object.hasOwn(object, each));
    const suggested = suggestProperties(kind, unknown, absent);
    const missing = new Set(absent.filter((each) => schemaOf[kind].required.includes(each)));
    for (const property of unknown) {
      const suggestion = suggested.get(property);
      const finding = unknownProperty(kind, property, suggestion, [...path, property]);
      const isWrongName = suggestion !== undefined && missing.delete(suggestion);
      this.findings.push(isWrongName ? { ...finding, code: this.#wrongName, missing: suggestion } : finding);
    }
  }
}
