const space = 0x20;

/** The names of columns below those of groups of them, which go on up to the next group. */
export function joinNames(
  header: readonly (Uint8Array | undefined)[][],
  width: number,
): (Uint8Array | undefined)[] {
  const names = header.findLast((cells) => cells.some((cell) => cell?.length)) ?? header.at(-1) ?? [];
  const groups = header.slice(0, header.indexOf(names));
  if (groups.length === 0) return names;
  const texts = Array.from({ length: width }, (): Uint8Array[] => []);
  const end = names.findLastIndex((cell) => cell?.length);
  for (const cells of [...groups, names]) {
    let last: Uint8Array | undefined;
    for (const [column, parts] of texts.entries()) {
      const cell = cells[column];
      last = cells !== names && !cell?.length && column <= end ? last : cell;
      if (last?.length) parts.push(last);
    }
  }
  return texts.map((parts) =>
    Uint8Array.from(parts.flatMap((part, index) => [...(index > 0 ? [space] : []), ...part])),
  );
}
