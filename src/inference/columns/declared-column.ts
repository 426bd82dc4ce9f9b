import type { FormatInput, ProfiledTable } from '../data-format.ts';
import { checkColumnCount, checkNameLength, InferenceError } from '../inference-error.ts';
import { limits } from '../inference-limits.ts';
import { IsoDateReader } from '../values/iso-date.ts';
import { kind } from '../values/kinds.ts';
import type { NullTexts } from '../values/null-texts.ts';
import { parseNumber } from '../values/numbers.ts';
import { ColumnProfile, namedColumns } from './column-profile.ts';
import type { DeclaredType } from './declared-types.ts';

/** A column of a file that declares its types; the values themselves are not read. */
export interface DeclaredColumn extends DeclaredType {
  /** Names of the structures that it is in, and its own. */
  readonly path: readonly string[];
  /** Its type as it is written in a schema. */
  readonly sourceType?: string | undefined;
  /** Of the schema, from 1, where it is text. */
  readonly line?: number | undefined;
  /** Empty values, where the file counts them. */
  readonly empty?: number | undefined;
  /** Texts of the smallest and the largest value, where the file has them. */
  readonly extremes?: { readonly min: string; readonly max: string } | undefined;
}

/** A table of a file that declares its columns; without a name, it is named after the file. Throws an `InferenceError` if there are none, or too many. */
export function declaredTable(
  format: string,
  rows: number | undefined,
  columns: readonly DeclaredColumn[],
  { nulls, checkpoint: { budget } }: Pick<FormatInput, 'nulls' | 'checkpoint'>,
  name?: string,
): readonly ProfiledTable[] {
  if (columns.length === 0) throw new InferenceError({ kind: 'no-column' });
  checkColumnCount(columns.length);
  budget.keepColumns(columns.length);
  const profiled = columns.map((column) => {
    // Before they are joined: many columns may have long parents in common.
    checkNameLength(
      column.path.reduce((sum, name) => sum + name.length + 1, -1),
      0,
    );
    return { sourceName: column.path.join('.'), profile: profileOf(column, nulls) };
  });
  const table = { name, format, rows, notes: [] } as const;
  return [{ ...table, columns: namedColumns(profiled) }];
}

function profileOf(
  { kinds, note, sourceType, line, empty, extremes }: DeclaredColumn,
  nulls: NullTexts,
): ColumnProfile {
  const profile = new ColumnProfile(nulls);
  profile.isDeclared = true;
  profile.kinds = kinds;
  profile.sourceType = sourceType?.slice(0, limits.quotedLength);
  profile.line = line;
  profile.hasCounts = empty !== undefined;
  profile.empty = empty ?? 0;
  profile.hasExtremes = extremes !== undefined;
  if (note !== undefined) profile.declaredNotes.push(note);
  for (const text of extremes === undefined ? [] : [extremes.min, extremes.max]) {
    const bytes = new TextEncoder().encode(text);
    const dates = new IsoDateReader();
    if (kinds !== kind.date) profile.numbers.add(parseNumber(bytes, 0, bytes.length), bytes, 0, bytes.length);
    else if (dates.read(bytes, 0, bytes.length)) profile.dates.add(dates.seconds, bytes, 0, bytes.length);
  }
  return profile;
}
