import * as l10n from '@vscode/l10n';
import { printable } from '../text/printable.ts';
import type { Change } from './change.ts';

/** Makes document text safe to show in a sentence. */
export type Quote = (text: string) => string;

/** What changed, in one sentence without a full stop, such as `Table Orders: added`. */
export function describeChange(change: Change, quote: Quote = printable): string {
  const table = quote(nameLabel(change.table));
  const column = quote(nameLabel(change.column));
  const [from, to] = [quote(valueLabel(change.from)), quote(valueLabel(change.to))];
  switch (change.kind) {
    case 'dataset-renamed':
      return l10n.t('Dataset: renamed from {0} to {1}', quote(nameOf(change.from)), quote(nameOf(change.to)));
    case 'table-added':
      return l10n.t('Table {0}: added', table);
    case 'table-removed':
      return l10n.t('Table {0}: removed', table);
    case 'table-renamed':
      return l10n.t('Table {0}: renamed to {1}', quote(nameOf(change.from)), quote(nameOf(change.to)));
    case 'table-moved':
      return l10n.t('Table {0}: moved from position {1} to position {2}', table, from, to);
    case 'column-added':
      return change.to === undefined
        ? l10n.t('Column {0} of table {1}: added without a type', column, table)
        : l10n.t('Column {0} of table {1}: added with type {2}', column, table, to);
    case 'column-removed':
      return l10n.t('Column {0} of table {1}: removed', column, table);
    case 'column-renamed': {
      const [oldName, newName] = [quote(nameOf(change.from)), quote(nameOf(change.to))];
      return l10n.t('Column {0} of table {1}: renamed to {2}', oldName, table, newName);
    }
    case 'column-moved':
      return l10n.t(
        'Column {0} of table {1}: moved from position {2} to position {3}',
        ...[column, table, from, to],
      );
    case 'column-type-changed':
      if (change.from === undefined)
        return l10n.t('Column {0} of table {1}: type set to {2}', column, table, to);
      if (change.to === undefined)
        return l10n.t('Column {0} of table {1}: type {2} removed', column, table, from);
      return l10n.t('Column {0} of table {1}: type changed from {2} to {3}', column, table, from, to);
    case 'property-changed':
      return describeProperty(change, quote);
  }
}

function describeProperty(change: Change, quote: Quote): string {
  const [from, to] = [quote(jsonLabel(change.from)), quote(jsonLabel(change.to))];
  const table = quote(nameLabel(change.table));
  const column = quote(nameLabel(change.column));
  const owner = change.column !== undefined ? 'column' : change.table !== undefined ? 'table' : 'dataset';
  if (change.property === undefined) {
    switch (owner) {
      case 'dataset':
        return l10n.t('Dataset: changed from {0} to {1}', from, to);
      case 'table':
        return l10n.t('Table {0}: changed from {1} to {2}', table, from, to);
      case 'column':
        return l10n.t('Column {0} of table {1}: changed from {2} to {3}', column, table, from, to);
    }
  }
  const property = quote(change.property);
  switch (owner) {
    case 'dataset':
      if (change.from === undefined) return l10n.t('Dataset: property {0} set to {1}', property, to);
      if (change.to === undefined) return l10n.t('Dataset: property {0} removed', property);
      return l10n.t('Dataset: property {0} changed from {1} to {2}', property, from, to);
    case 'table':
      if (change.from === undefined) return l10n.t('Table {0}: property {1} set to {2}', table, property, to);
      if (change.to === undefined) return l10n.t('Table {0}: property {1} removed', table, property);
      return l10n.t('Table {0}: property {1} changed from {2} to {3}', table, property, from, to);
    case 'column':
      if (change.from === undefined)
        return l10n.t('Column {0} of table {1}: property {2} set to {3}', column, table, property, to);
      if (change.to === undefined)
        return l10n.t('Column {0} of table {1}: property {2} removed', column, table, property);
      return l10n.t(
        'Column {0} of table {1}: property {2} changed from {3} to {4}',
        ...[column, table, property, from, to],
      );
  }
}

function nameLabel(name: string | null | undefined): string {
  return nameOf(name ?? undefined);
}

/** A name of a change's `from` or `to`, which a document with problems may lack. */
function nameOf(name: unknown): string {
  if (name === undefined) return l10n.t('(unnamed)');
  return name === '' ? l10n.t('(empty name)') : valueLabel(name);
}

function valueLabel(value: unknown): string {
  return typeof value === 'string' ? value : jsonLabel(value);
}

function jsonLabel(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch (error) {
    // The value is nested so deeply that JSON.stringify, which is recursive, can't write it.
    if (error instanceof RangeError) return '…';
    throw error;
  }
}
