import type { ProfiledColumn } from '../columns/column-profile.ts';
import { limits } from '../inference-limits.ts';
import type { TableNote } from '../notes.ts';
import { kind } from '../values/kinds.ts';
import { quotedText } from '../values/values.ts';

/**
 * Takes away what is written beside a table: the only text of a column without a name behind all that have one. `rows`: of
 * the table.
 */
export function takeRemarks(
  columns: readonly Omit<ProfiledColumn, 'name'>[],
  rows: number,
): Extract<TableNote, { readonly kind: 'remarks' }>[] {
  const isNamed = ({ sourceName = '' }: (typeof columns)[number]) => sourceName.trim() !== '';
  const last = columns.findLastIndex(isNamed);
  if (last < 0 || rows < 2) return [];
  const found = columns.slice(last + 1).flatMap(({ profile }) => {
    const [first] = profile.firsts;
    if (first === undefined || profile.kinds !== kind.text || rows - profile.empty !== 1) return [];
    profile.forget(profile.kinds);
    return [first];
  });
  found.sort((a, b) => a.row - b.row);
  const [first] = found;
  if (first === undefined) return [];
  const listed = found.slice(0, limits.listedRows);
  return [
    {
      kind: 'remarks',
      count: found.length,
      rows: listed.map(({ row }) => row),
      texts: listed.map(({ value }) => quotedText(value)),
      ...(first.line !== undefined && { line: first.line }),
    },
  ];
}
