/** The names of columns below those of groups of them, which go on up to the next group. */
export function joinNames(header: readonly (readonly string[])[], width: number): readonly string[] {
  const names = header.findLast((cells) => cells.some((cell) => cell !== '')) ?? header.at(-1) ?? [];
  const groups = header.slice(0, header.indexOf(names));
  if (groups.length === 0) return names;
  const end = names.findLastIndex((cell) => cell !== '');
  const spread = groups.map((cells) => {
    let last = '';
    return Array.from({ length: width }, (_, column) => {
      last = cells[column] || (column <= end ? last : '');
      return last;
    });
  });
  return Array.from({ length: width }, (_, column) =>
    [...spread, names].flatMap((cells) => cells[column] || []).join(' '),
  );
}
