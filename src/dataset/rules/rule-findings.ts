import * as l10n from '@vscode/l10n';
import { printable } from '../../text/printable.ts';
import type { Finding, Path } from '../problem.ts';
import type { Kind } from './schema.ts';
import type { SuggestedDataType } from './suggest-data-type.ts';

/** `path` and `first` are the paths of two items with the same name. */
export function duplicateName(
  code: 'duplicate-table' | 'duplicate-column',
  name: string,
  path: Path,
  first: Path,
): Finding {
  const args = { name: printable(name) };
  const isTable = code === 'duplicate-table';
  return {
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
  };
}

export function untidyName(name: string, hasBlankEnd: boolean, path: Path): Finding {
  const args = { name: printable(name) };
  return {
    code: 'untidy-name',
    path,
    target: 'value',
    message: hasBlankEnd
      ? l10n.t('The name "{name}" begins or ends with white space. Remove it.', args)
      : l10n.t('The name "{name}" contains a control character. Remove it.', args),
  };
}

/** `known`: the sentence that names the known data types. */
export function unknownDataType(
  dataType: string,
  suggested: SuggestedDataType | undefined,
  known: string,
  path: Path,
): Finding {
  return {
    code: 'unknown-data-type',
    path,
    target: 'value',
    message: `${unknownDataTypeMessage(dataType, suggested)} ${known}`,
    ...(suggested?.isKnown && { suggestion: suggested.dataType }),
  };
}

function unknownDataTypeMessage(dataType: string, suggested: SuggestedDataType | undefined): string {
  if (dataType.trim() === '') return l10n.t('The data type of this column is empty. Choose one.');
  const args = { dataType: printable(dataType), suggestion: printable(suggested?.dataType ?? '') };
  if (suggested === undefined)
    return l10n.t(
      'Unknown data type "{dataType}". If the service supports it, add it to "dataTypes" in dataset-studio.json.',
      args,
    );
  return suggested.isKnown
    ? l10n.t('Unknown data type "{dataType}". Did you mean "{suggestion}"?', args)
    : l10n.t(
        'Unknown data type "{dataType}". For fractions, choose one that the service supports, such as "{suggestion}", and add it to "dataTypes" in dataset-studio.json.',
        args,
      );
}

/** More data types are not named. */
const maxNamed = 12;

export function knownDataTypesMessage(names: readonly string[]): string {
  const named = names.slice(0, maxNamed).map((name) => printable(name, 30));
  const types = named.join(', ') + (names.length > maxNamed ? ', …' : '');
  return l10n.t('Known data types: {types}.', { types });
}

export function unknownProperty(
  kind: Kind,
  property: string,
  suggestion: string | undefined,
  path: Path,
): Finding {
  const args = { property: printable(property) };
  return {
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
  };
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

/** Of an unknown property whose value is there to be repeated by YAML aliases. */
export function anchorMessage(property: string): string {
  return l10n.t(
    '"{property}" is not known, and is sent to the service, too. Move its value and the anchor to where the first alias is, then remove it.',
    { property: printable(property) },
  );
}

/** One finding for all unknown properties of an object. */
export function unknownProperties(count: number, path: Path): Finding {
  return {
    code: 'unknown-property',
    path,
    target: 'opening',
    message: l10n.t('This object has {count} unknown properties. Remove them.', { count }),
  };
}

export function emptyArray(code: 'no-tables' | 'no-columns', path: Path): Finding {
  return {
    code,
    path,
    target: 'value',
    message:
      code === 'no-tables'
        ? l10n.t('The dataset has no tables. Add one.')
        : l10n.t('This table has no columns. Add one.'),
  };
}

/** A JSON document is sent byte for byte. */
export function schemaReference(): Finding {
  return {
    code: 'schema-reference',
    path: ['$schema'],
    target: 'key',
    message: l10n.t('"$schema" is sent to the service, too. If the service rejects it, remove it.'),
  };
}
