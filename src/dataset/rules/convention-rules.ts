import * as l10n from '@vscode/l10n';
import { printable } from '../../text/printable.ts';
import { nameIn, propertyValue } from '../dataset.ts';
import type { Finding, Path } from '../problem.ts';
import type { Affixes, Conventions, NameConvention, RequiredColumn } from './conventions.ts';
import { hasStyle, inStyle } from './name-style.ts';
import { foldedName } from './names.ts';
import type { Kind } from './schema.ts';

/** Checks what a project file says of names, columns, and sizes. */
export class ConventionCheck {
  readonly #conventions: Conventions;
  readonly #findings: Finding[];

  /** `findings`: what is found is added to them. */
  constructor(conventions: Conventions, findings: Finding[]) {
    this.#conventions = conventions;
    this.#findings = findings;
  }

  /** The name of an object. `pathOf`: of the name. Names that are empty or no text have other rules. */
  name(kind: Kind, object: Readonly<Record<string, unknown>>, pathOf: () => Path): void {
    const convention = this.#conventions.names?.[kind];
    const { name, dataType } = object;
    if (convention === undefined || typeof name !== 'string' || name.trim() === '') return;
    const { byType = {} } = convention;
    const hasOwnAffixes = typeof dataType === 'string' && Object.hasOwn(byType, dataType);
    const affixes = (hasOwnAffixes && byType[dataType]) || convention;
    const usual = () =>
      (kind === 'column' &&
        this.#conventions.require?.columns?.find((each) => foldedName(each.name) === foldedName(name))
          ?.name) ||
      conventional(name, convention, affixes);
    checkName(name, convention, affixes, usual, pathOf, this.#findings);
  }

  tables(tables: readonly unknown[]): void {
    const limit = this.#conventions.limits?.tables ?? Number.POSITIVE_INFINITY;
    if (tables.length > limit) this.#findings.push(tooMany(tables.length, limit, ['tables']));
  }

  /** `path`: of the table. `indexes`: of its columns, by their folded names. */
  columns(
    table: unknown,
    columns: readonly unknown[],
    path: Path,
    indexes: ReadonlyMap<string, number>,
  ): void {
    const { require, limits } = this.#conventions;
    const ofColumns = [...path, 'columns'];
    const limit = limits?.columnsPerTable ?? Number.POSITIVE_INFINITY;
    if (columns.length > limit) this.#findings.push(tooMany(columns.length, limit, ofColumns));
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

function checkName(
  name: string,
  { style, maxLength, forbidden }: NameConvention,
  { startsWith, endsWith }: Affixes,
  usual: () => string,
  pathOf: () => Path,
  findings: Finding[],
): void {
  const hasWrongStyle = style !== undefined && !hasStyle(name, style);
  // Most names have fewer UTF-16 code units than they may have characters.
  const isTooLong = maxLength !== undefined && name.length > maxLength && [...name].length > maxLength;
  const character = forbidden && forbiddenIn(name, forbidden);
  const prefix = missingOf(startsWith, (each) => name.startsWith(each));
  const suffix = missingOf(endsWith, (each) => name.endsWith(each));
  if (!hasWrongStyle && !isTooLong && (character ?? prefix ?? suffix) === undefined) return;

  const path = pathOf();
  // One name that fits all of them: a fix for one leaves none of the others.
  const suggestion = usual();
  const add = (code: Finding['code'], message: string) =>
    findings.push({ code, path, target: 'value', message, suggestion });
  const args = { name: printable(name) };
  if (hasWrongStyle)
    add('name-style', l10n.t('The name "{name}" must be in {style}. Rename it.', { ...args, style }));
  if (isTooLong)
    add(
      'name-length',
      l10n.t('The name "{name}" is too long. The maximum length is {count}.', { ...args, count: maxLength }),
    );
  if (character)
    add(
      'name-characters',
      l10n.t('The name "{name}" contains "{character}", which is not allowed. Rename it.', {
        ...args,
        character: printable(character),
      }),
    );
  if (prefix !== undefined)
    add(
      'name-affix',
      l10n.t('The name "{name}" must begin with one of: {values}. Rename it.', {
        ...args,
        values: listed(startsWith),
      }),
    );
  if (suffix !== undefined)
    add(
      'name-affix',
      l10n.t('The name "{name}" must end with one of: {values}. Rename it.', {
        ...args,
        values: listed(endsWith),
      }),
    );
}

/** A name like `name`, by all conventions. */
function conventional(
  name: string,
  { style, maxLength, forbidden }: NameConvention,
  { startsWith, endsWith }: Affixes,
): string {
  // What is not allowed separates words.
  const gap = style === undefined ? '' : ' ';
  const allowed = forbidden && [...name].map((each) => (forbidden.includes(each) ? gap : each)).join('');
  const plain = allowed ?? name;
  const base = style === undefined || hasStyle(plain, style) ? plain : inStyle(plain, style);
  const prefix = missingOf(startsWith, (each) => base.startsWith(each));
  const withPrefix = prefix === undefined ? base : joined(prefix, base, style);
  const suffix = missingOf(endsWith, (each) => withPrefix.endsWith(each)) ?? '';
  const room = maxLength && Math.max(maxLength - [...suffix].length, 0);
  return `${[...withPrefix].slice(0, room).join('')}${suffix}`;
}

function joined(prefix: string, name: string, style: NameConvention['style']): string {
  if (style === undefined) return `${prefix}${name}`;
  const whole = `${prefix}${inStyle(name, 'PascalCase')}`;
  return hasStyle(whole, style) ? whole : inStyle(whole, style);
}

/** The affix that a name lacks: the first, if it has none of them. */
function missingOf(affixes: readonly string[] = [], has: (affix: string) => boolean): string | undefined {
  return affixes.some(has) ? undefined : affixes[0];
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
