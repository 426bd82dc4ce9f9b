import type { ColumnProfile } from '../columns/column-profile.ts';
import { limits } from '../inference-limits.ts';
import type { TableNote } from '../notes.ts';
import { typeOf } from '../values/data-types.ts';

/** What a person should know about a header. `isDetected`: nobody said whether there is one; `titles`: the records above. */
export function headerNotes(
  header: 'none' | 'names' | 'unnamed-first' | 'like-data',
  isDetected: boolean,
  titles: number,
  rows: number,
  profiles: readonly ColumnProfile[],
): readonly TableNote[] {
  if (header === 'none') return isDetected ? [{ kind: 'no-header' }] : [];
  if (rows === 0) return [{ kind: 'only-header' }];
  if (header === 'unnamed-first') return [{ kind: 'unnamed-first-column' }];
  if (header === 'like-data') return [{ kind: 'header-like-data' }];
  return isDetected && titles === 0 && areAllText(profiles) ? [{ kind: 'header-assumed' }] : [];
}

export function areAllText(profiles: readonly ColumnProfile[]): boolean {
  return profiles.every(({ kinds }) => (typeOf(kinds) ?? 'string') === 'string');
}

/** A row above a table, as a note quotes it. `line`: in a text, otherwise `row`. */
export type TitleRow = { readonly text: string } & ({ readonly line: number } | { readonly row: number });

/** What is said about the rows above a table, with the first few of them. */
export function titleNotes(rows: readonly TitleRow[]): readonly TableNote[] {
  const [first] = rows;
  if (first === undefined) return [];
  const listed = rows.slice(0, limits.listedRows);
  const lines = listed.map((title) => ('line' in title ? title.line : title.row));
  const texts = listed.map(({ text }) => text);
  return [{ kind: 'title', count: rows.length, lines, texts, ...('line' in first && { line: first.line }) }];
}
