import { decodeText, type TextEncoding } from '../bytes/encoding.ts';
import { limits } from '../limits.ts';
import type { InferredColumn } from '../tables/inferred-table.ts';
import type { NullTexts } from '../values/null-texts.ts';
import { columnNotes } from './column-notes.ts';
import type { ColumnProfile } from './column-profile.ts';
import { findDecidingValue, hasUnquotedKinds, typeOf } from './column-type.ts';

/** A column before its type is decided. Columns of several files can be merged as long as they are profiles. */
export interface ProfiledColumn {
  readonly name: string;
  readonly sourceName: string | undefined;
  readonly profile: ColumnProfile;
}

/** Decides the types of a table's columns and puts what is known of them into facts. */
export function describeColumns(
  columns: readonly ProfiledColumn[],
  rows: number | undefined,
  encoding: TextEncoding,
  nulls: NullTexts,
): InferredColumn[] {
  const values = columns.map(({ profile }) =>
    rows !== undefined && profile.hasCounts ? rows - profile.empty : undefined,
  );
  const isUnquoted = columns.map(({ profile }, index) => profile.quoted < (values[index] ?? 1));
  // If everything is quoted, quotes have no meaning.
  const doQuotesMatter = isUnquoted.includes(true);
  return columns.map(({ name, sourceName, profile }, index) => {
    const areNumbersText =
      doQuotesMatter && isUnquoted[index] === false && profile.quoted > 0 && hasUnquotedKinds(profile.kinds);
    const type = typeOf(profile.kinds, areNumbersText) ?? 'string';
    const isDeclared = profile.firsts.reduce((kinds, { kind }) => kinds | kind, 0) !== profile.kinds;
    const deciding = isDeclared ? undefined : findDecidingValue(profile.firsts, areNumbersText);
    const { min, max } = extremes(type, profile);
    const text = (value: Uint8Array) => quotedText(value, encoding);
    return {
      name,
      sourceName,
      type,
      values: values[index],
      empty: profile.hasCounts ? profile.empty : undefined,
      min,
      max,
      examples: profile.examples.map(text),
      deciding: deciding && { row: deciding.row, value: text(deciding.value) },
      notes: columnNotes({
        profile,
        type,
        areNumbersText,
        nulls,
        first: (valueKind) => {
          const found = profile.firsts.find((first) => first.kind === valueKind);
          return { row: found?.row ?? 0, value: found === undefined ? '' : text(found.value) };
        },
      }),
    };
  });
}

function extremes(type: InferredColumn['type'], { numbers, dates, hasExtremes }: ColumnProfile) {
  if (!hasExtremes) return { min: undefined, max: undefined };
  switch (type) {
    case 'Int64':
    case 'fraction':
      return { min: numbers.minText, max: numbers.maxText };
    case 'DateTime':
      return { min: dates.minText, max: dates.maxText };
    case 'bool':
    case 'string':
      return { min: undefined, max: undefined };
  }
}

/** The text of a value, cut. */
function quotedText(value: Uint8Array, encoding: TextEncoding): string {
  const characters = [...decodeText(value, encoding)];
  if (characters.length <= limits.quotedLength) return characters.join('');
  return `${characters.slice(0, limits.quotedLength).join('')}…`;
}
