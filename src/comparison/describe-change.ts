import * as l10n from '@vscode/l10n';
import { compactJson } from '../dataset/canonical-text.ts';
import { nameIn } from '../dataset/dataset.ts';
import { printable } from '../text/printable.ts';
import type { Change } from './change.ts';

/** Makes document text safe to show in a sentence. */
type Quote = (text: string) => string;

/** What changed, in one sentence without a full stop, such as `Table Orders: added`. */
export function describeChange(change: Change, quote: Quote = printable): string {
  const { kind, from, to, property } = change;
  const label = kind === 'property-changed' ? compactJson : kind.endsWith('-renamed') ? nameOf : valueLabel;
  const words: Words = {
    dataset: quote(nameLabel(nameIn(change.item))),
    table: quote(nameLabel(change.table)),
    column: quote(nameLabel(change.column)),
    from: quote(label(from)),
    to: quote(label(to)),
    property: quote(property ?? ''),
  };
  if (kind !== 'property-changed') return messages[kind](words, change);
  const owner = change.column !== undefined ? 'column' : change.table !== undefined ? 'table' : 'dataset';
  if (property === undefined) return valueMessages[owner](words);
  return propertyMessages[owner][from === undefined ? 'set' : to === undefined ? 'removed' : 'changed'](
    words,
  );
}

type Words = Readonly<Record<'dataset' | 'table' | 'column' | 'from' | 'to' | 'property', string>>;

const messages: Readonly<
  Record<Exclude<Change['kind'], 'property-changed'>, (words: Words, change: Change) => string>
> = {
  'dataset-added': ({ dataset }) => l10n.t('Dataset {0}: added', dataset),
  'dataset-removed': ({ dataset }) => l10n.t('Dataset {0}: removed', dataset),
  'dataset-renamed': ({ from, to }) => l10n.t('Dataset: renamed from {0} to {1}', from, to),
  'table-added': ({ table }) => l10n.t('Table {0}: added', table),
  'table-removed': ({ table }) => l10n.t('Table {0}: removed', table),
  'table-renamed': ({ from, to }) => l10n.t('Table {0}: renamed to {1}', from, to),
  'table-moved': ({ table, from, to }) =>
    l10n.t('Table {0}: moved from position {1} to position {2}', table, from, to),
  'column-added': ({ table, column, to }, change) =>
    change.to === undefined
      ? l10n.t('Column {0} of table {1}: added without a type', column, table)
      : l10n.t('Column {0} of table {1}: added with type {2}', column, table, to),
  'column-removed': ({ table, column }) => l10n.t('Column {0} of table {1}: removed', column, table),
  'column-renamed': ({ table, from, to }) =>
    l10n.t('Column {0} of table {1}: renamed to {2}', from, table, to),
  'column-moved': ({ table, column, from, to }) =>
    l10n.t('Column {0} of table {1}: moved from position {2} to position {3}', ...[column, table, from, to]),
  'column-type-changed': ({ table, column, from, to }, change) => {
    if (change.from === undefined)
      return l10n.t('Column {0} of table {1}: type set to {2}', column, table, to);
    if (change.to === undefined)
      return l10n.t('Column {0} of table {1}: type {2} removed', column, table, from);
    return l10n.t('Column {0} of table {1}: type changed from {2} to {3}', column, table, from, to);
  },
  'retention-policy-changed': ({ from, to }) => l10n.t('Retention policy: {0} → {1}', from, to),
};

/** Of a value that isn't an object, and has no properties. */
const valueMessages = {
  dataset: ({ from, to }: Words) => l10n.t('Dataset: changed from {0} to {1}', from, to),
  table: ({ table, from, to }: Words) => l10n.t('Table {0}: changed from {1} to {2}', table, from, to),
  column: ({ table, column, from, to }: Words) =>
    l10n.t('Column {0} of table {1}: changed from {2} to {3}', column, table, from, to),
};

const propertyMessages = {
  dataset: {
    set: ({ property, to }: Words) => l10n.t('Dataset: property {0} set to {1}', property, to),
    removed: ({ property }: Words) => l10n.t('Dataset: property {0} removed', property),
    changed: ({ property, from, to }: Words) =>
      l10n.t('Dataset: property {0} changed from {1} to {2}', property, from, to),
  },
  table: {
    set: ({ table, property, to }: Words) =>
      l10n.t('Table {0}: property {1} set to {2}', table, property, to),
    removed: ({ table, property }: Words) => l10n.t('Table {0}: property {1} removed', table, property),
    changed: ({ table, property, from, to }: Words) =>
      l10n.t('Table {0}: property {1} changed from {2} to {3}', table, property, from, to),
  },
  column: {
    set: ({ table, column, property, to }: Words) =>
      l10n.t('Column {0} of table {1}: property {2} set to {3}', column, table, property, to),
    removed: ({ table, column, property }: Words) =>
      l10n.t('Column {0} of table {1}: property {2} removed', column, table, property),
    changed: ({ table, column, property, from, to }: Words) =>
      l10n.t(
        'Column {0} of table {1}: property {2} changed from {3} to {4}',
        ...[column, table, property, from, to],
      ),
  },
};

function nameLabel(name: string | null | undefined): string {
  return nameOf(name ?? undefined);
}

/** A name of a change's `from` or `to`, which a document with problems may lack. */
function nameOf(name: unknown): string {
  if (name === undefined) return l10n.t('(unnamed)');
  return name === '' ? l10n.t('(empty name)') : valueLabel(name);
}

function valueLabel(value: unknown): string {
  return typeof value === 'string' ? value : compactJson(value);
}
