import * as l10n from '@vscode/l10n';
import { printable } from '../../text/printable.ts';
import { nameIn, propertyValue } from '../dataset.ts';
import type { Finding, Path } from '../problem.ts';
import type { Affixes, Conventions, NameConvention, RequiredColumn } from './conventions.ts';
import { hasStyle, inStyle } from './name-style.ts';
import { foldedName } from './names.ts';

/** Checks what a project file says of names, columns, and sizes. */
export class ConventionCheck {
  readonly #conventions: Conventions;
  readonly #findings: Finding[];

  /** `findings`: what is found is added to them. */
  constructor(conventions: Conventions, findings: Finding[]) {
    this.#conventions = conventions;
    this.#findings = findings;
  }

  dataset(dataset: unknown, tables: readonly unknown[]): void {
    const { names, limits } = this.#conventions;
    if (names?.dataset)
      checkName(nameIn(dataset), names.dataset, names.dataset, () => ['name'], this.#findings);
    if (limits?.tables !== undefined && tables.length > limits.tables)
      this.#findings.push(tooMany(tables.length, limits.tables, ['tables']));
  }

  table(table: unknown, path: Path): void {
    const convention = this.#conventions.names?.table;
    if (convention) checkName(nameIn(table), convention, convention, () => [...path, 'name'], this.#findings);
  }

  /** `path`: of the table. `indexes`: of its columns, by their folded names. */
  columns(
    table: unknown,
    columns: readonly unknown[],
    path: Path,
    indexes: ReadonlyMap<string, number>,
  ): void {
    const { names, require, limits } = this.#conventions;
    const ofColumns = [...path, 'columns'];
    if (limits?.columnsPerTable !== undefined && columns.length > limits.columnsPerTable)
      this.#findings.push(tooMany(columns.length, limits.columnsPerTable, ofColumns));
    if (names?.column) checkColumnNames(columns, names.column, ofColumns, this.#findings);
    for (const required of require?.columns ?? []) {
      const index = indexes.get(foldedName(required.name));
      const finding =
        index === undefined
          ? missingColumn(required, table, ofColumns)
          : wrongDataType(required, table, columns[index], [...ofColumns, index, 'dataType']);
      if (finding) this.#findings.push(finding);
    }
  }
}

function checkColumnNames(
  columns: readonly unknown[],
  convention: NameConvention,
  path: Path,
  findings: Finding[],
): void {
  const { byType = {} } = convention;
  for (const [index, column] of columns.entries()) {
    const dataType = propertyValue(column, 'dataType');
    const affixes =
      typeof dataType === 'string' && Object.hasOwn(byType, dataType) ? byType[dataType] : undefined;
    checkName(nameIn(column), convention, affixes ?? convention, () => [...path, index, 'name'], findings);
  }
}

function checkName(
  name: string | undefined,
  { style, maxLength, forbidden }: NameConvention,
  { startsWith, endsWith }: Affixes,
  pathOf: () => Path,
  findings: Finding[],
): void {
  // The rule `empty-name` reports it.
  if (name === undefined || name.trim() === '') return;
  const hasWrongStyle = style !== undefined && !hasStyle(name, style);
  // Most names have fewer UTF-16 code units than they may have characters.
  const isTooLong = maxLength !== undefined && name.length > maxLength && [...name].length > maxLength;
  const character = forbidden && forbiddenIn(name, forbidden);
  const prefix = startsWith?.some((each) => name.startsWith(each)) ? undefined : startsWith?.[0];
  const suffix = endsWith?.some((each) => name.endsWith(each)) ? undefined : endsWith?.[0];
  if (!hasWrongStyle && !isTooLong && (character ?? prefix ?? suffix) === undefined) return;

  const path = pathOf();
  const add = (code: Finding['code'], message: string, suggestion: string) =>
    findings.push({ code, path, target: 'value', message, suggestion });
  const styled = (other: string) => (style === undefined ? other : inStyle(other, style));
  const args = { name: printable(name) };
  if (hasWrongStyle)
    add(
      'name-style',
      l10n.t('The name "{name}" must be in {style}. Rename it.', { ...args, style }),
      styled(name),
    );
  if (isTooLong)
    add(
      'name-length',
      l10n.t('The name "{name}" is too long. The maximum length is {count}.', { ...args, count: maxLength }),
      [...name].slice(0, maxLength).join(''),
    );
  if (character)
    add(
      'name-characters',
      l10n.t('The name "{name}" contains "{character}", which is not allowed. Rename it.', {
        ...args,
        character: printable(character),
      }),
      styled([...name].filter((each) => !forbidden?.includes(each)).join('')),
    );
  if (prefix !== undefined)
    add(
      'name-affix',
      l10n.t('The name "{name}" must begin with one of: {values}. Rename it.', {
        ...args,
        values: listed(startsWith),
      }),
      style === undefined ? `${prefix}${name}` : styled(`${prefix}${inStyle(name, 'PascalCase')}`),
    );
  if (suffix !== undefined)
    add(
      'name-affix',
      l10n.t('The name "{name}" must end with one of: {values}. Rename it.', {
        ...args,
        values: listed(endsWith),
      }),
      `${name}${suffix}`,
    );
}

/** The first forbidden character in a name. */
function forbiddenIn(name: string, forbidden: string): string | undefined {
  for (const character of forbidden) if (name.includes(character)) return character;
  return undefined;
}

function listed(values: readonly string[] = []): string {
  return printable(values.join(', '));
}

/** `suggestion` is its name. */
function missingColumn({ name, dataType }: RequiredColumn, table: unknown, path: Path): Finding {
  return {
    code: 'required-column',
    path,
    target: 'key',
    message: l10n.t('The table "{table}" has no column "{name}" of the data type {dataType}. Add it.', {
      table: printable(nameIn(table) ?? ''),
      name: printable(name),
      dataType: printable(dataType),
    }),
    suggestion: name,
  };
}

/** `suggestion` is the right data type. */
function wrongDataType(
  { name, dataType }: RequiredColumn,
  table: unknown,
  column: unknown,
  path: Path,
): Finding | undefined {
  const found = propertyValue(column, 'dataType');
  if (typeof found !== 'string' || found === dataType) return undefined;
  return {
    code: 'required-column',
    path,
    target: 'value',
    message: l10n.t(
      'The column "{name}" of the table "{table}" must have the data type {dataType}. Change it.',
      { table: printable(nameIn(table) ?? ''), name: printable(name), dataType: printable(dataType) },
    ),
    suggestion: dataType,
  };
}

function tooMany(found: number, limit: number, path: Path): Finding {
  const args = { count: found, limit };
  return {
    code: 'limit',
    path,
    target: 'key',
    message:
      path.length === 1
        ? l10n.t('The dataset has {count} tables, but the limit is {limit}. Split it.', args)
        : l10n.t('This table has {count} columns, but the limit is {limit}. Split it.', args),
  };
}
