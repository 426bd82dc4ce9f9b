import type { Finding, Path } from './finding.ts';
import type { Localize } from './localize.ts';
import { foldedName, nameTraits, traitsOf } from './names.ts';
import { nearest } from './nearest.ts';
import { printable } from './printable.ts';
import { type Kind, knownDataTypes, schemaOf } from './schema.ts';

/** What the rules need to know beside the document. */
export interface RuleContext {
  /** Data types known beside the built-in ones. */
  readonly dataTypes: readonly string[];
  readonly localize: Localize;
}

/**
 * What a JSON Schema can't say, or must not insist on (contract, "The document"): duplicates, unknown data types
 * and properties, untidy names, empty arrays. Values of a wrong type are passed over: that is a finding already.
 */
export function datasetFindings(value: unknown, context: RuleContext): Finding[] {
  const findings: Finding[] = [];
  const check = new DatasetCheck(context, findings);
  check.dataset(value);
  return findings;
}

class DatasetCheck {
  private readonly context: RuleContext;
  private readonly findings: Finding[];
  private readonly dataTypes: ReadonlySet<string>;
  private readonly properties: Readonly<Record<Kind, ReadonlySet<string>>>;

  constructor(context: RuleContext, findings: Finding[]) {
    this.context = context;
    this.findings = findings;
    this.dataTypes = new Set([...knownDataTypes.map((type) => type.const), ...context.dataTypes]);
    this.properties = {
      dataset: new Set(Object.keys(schemaOf.dataset.properties)),
      table: new Set(Object.keys(schemaOf.table.properties)),
      column: new Set(Object.keys(schemaOf.column.properties)),
    };
  }

  dataset(value: unknown): void {
    if (!isObject(value)) return;
    this.unknownProperties(value, 'dataset', () => []);
    if (typeof value.name === 'string') this.untidyName(value.name, traitsOf(value.name), () => ['name']);

    const { tables } = value;
    if (!Array.isArray(tables)) return;
    if (tables.length === 0) this.emptyArray('no-tables', ['tables']);
    const seen = new Map<string, number>();
    for (let i = 0; i < tables.length; i++) {
      this.table(tables[i], i, seen);
    }
  }

  private table(table: unknown, index: number, seen: Map<string, number>): void {
    if (!isObject(table)) return;
    this.unknownProperties(table, 'table', () => ['tables', index]);
    if (typeof table.name === 'string') {
      this.name(table.name, seen, index, 'duplicate-table', (i) => ['tables', i, 'name']);
    }

    const { columns } = table;
    if (!Array.isArray(columns)) return;
    if (columns.length === 0) this.emptyArray('no-columns', ['tables', index, 'columns']);
    const seenColumns = new Map<string, number>();
    for (let j = 0; j < columns.length; j++) {
      this.column(columns[j], index, j, seenColumns);
    }
  }

  private column(column: unknown, table: number, index: number, seen: Map<string, number>): void {
    if (!isObject(column)) return;
    this.unknownProperties(column, 'column', () => ['tables', table, 'columns', index]);
    if (typeof column.name === 'string') {
      this.name(column.name, seen, index, 'duplicate-column', (j) => ['tables', table, 'columns', j, 'name']);
    }
    if (typeof column.dataType === 'string' && !this.dataTypes.has(column.dataType)) {
      this.unknownDataType(column.dataType, ['tables', table, 'columns', index, 'dataType']);
    }
  }

  private name(
    name: string,
    seen: Map<string, number>,
    index: number,
    code: 'duplicate-table' | 'duplicate-column',
    pathOf: (index: number) => Path,
  ): void {
    const traits = traitsOf(name);
    this.untidyName(name, traits, () => pathOf(index));

    const key = foldedName(name, traits);
    const first = seen.get(key);
    if (first === undefined) {
      seen.set(key, index);
    } else if (name.trim() !== '') {
      this.duplicateName(name, code, pathOf(index), pathOf(first));
    }
  }

  private duplicateName(
    name: string,
    code: 'duplicate-table' | 'duplicate-column',
    path: Path,
    first: Path,
  ): void {
    const { localize } = this.context;
    const args = { name: printable(name) };
    const isTable = code === 'duplicate-table';
    this.findings.push({
      code,
      path,
      target: 'value',
      message: isTable
        ? localize('Another table has the name "{name}" already (case aside). Rename one of them.', args)
        : localize(
            'Another column of this table has the name "{name}" already (case aside). Rename one of them.',
            args,
          ),
      related: {
        path: first,
        target: 'value',
        message: isTable
          ? localize('The first table of this name')
          : localize('The first column of this name'),
      },
    });
  }

  private untidyName(name: string, traits: number, pathOf: () => Path): void {
    if ((traits & (nameTraits.blankEnd | nameTraits.control)) === 0 || name.trim() === '') return;
    const { localize } = this.context;
    const args = { name: printable(name) };
    this.findings.push({
      code: 'untidy-name',
      path: pathOf(),
      target: 'value',
      message:
        (traits & nameTraits.blankEnd) !== 0
          ? localize('The name "{name}" begins or ends with white space. Remove it.', args)
          : localize('The name "{name}" holds a control character. Remove it.', args),
    });
  }

  private unknownDataType(dataType: string, path: Path): void {
    const { localize } = this.context;
    const suggestion = nearest(dataType, [...this.dataTypes]);
    const args = { dataType: printable(dataType) };
    this.findings.push({
      code: 'unknown-data-type',
      path,
      target: 'value',
      ...(suggestion === undefined
        ? {
            message: localize(
              'The data type "{dataType}" is not a known one. If the service knows it, add it to the setting "dataset.dataTypes".',
              args,
            ),
          }
        : {
            message: localize('The data type "{dataType}" is not a known one. Did you mean "{suggestion}"?', {
              ...args,
              suggestion: printable(suggestion),
            }),
            suggestion,
          }),
    });
  }

  private unknownProperties(object: Readonly<Record<string, unknown>>, kind: Kind, pathOf: () => Path): void {
    const known = this.properties[kind];
    for (const property in object) {
      if (!known.has(property)) this.unknownProperty(object, property, kind, [...pathOf(), property]);
    }
  }

  private unknownProperty(object: object, property: string, kind: Kind, path: Path): void {
    const { localize } = this.context;
    const absent = [...this.properties[kind]].filter((known) => !Object.hasOwn(object, known));
    const suggestion = nearest(property, absent);
    const args = { property: printable(property) };
    this.findings.push({
      code: 'unknown-property',
      path,
      target: 'key',
      ...(suggestion === undefined
        ? { message: unknownPropertyMessage(kind, args, localize) }
        : {
            message: localize('"{property}" is not a known property. Did you mean "{suggestion}"?', {
              ...args,
              suggestion,
            }),
            suggestion,
          }),
    });
  }

  private emptyArray(code: 'no-tables' | 'no-columns', path: Path): void {
    const { localize } = this.context;
    this.findings.push({
      code,
      path,
      target: 'value',
      message:
        code === 'no-tables'
          ? localize('The dataset has no tables. Add one.')
          : localize('This table has no columns. Add one.'),
    });
  }
}

function unknownPropertyMessage(kind: Kind, args: { property: string }, localize: Localize): string {
  switch (kind) {
    case 'dataset':
      return localize('A dataset has no property "{property}". Remove it.', args);
    case 'table':
      return localize('A table has no property "{property}". Remove it.', args);
    case 'column':
      return localize('A column has no property "{property}". Remove it.', args);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
