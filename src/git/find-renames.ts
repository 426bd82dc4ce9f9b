/**
 * Which deleted file each added one was: exactly one deleted and one added file have the same key, such as their content. Returns
 * old files by new ones.
 */
export function findRenames(
  deleted: ReadonlyMap<string, string | undefined>,
  added: ReadonlyMap<string, string | undefined>,
): ReadonlyMap<string, string> {
  const before = groupByKey(deleted);
  const renames = new Map<string, string>();
  for (const [key, [newFile, ...moreNew]] of groupByKey(added)) {
    const [oldFile, ...moreOld] = before.get(key) ?? [];
    if (newFile === undefined || oldFile === undefined || moreNew.length + moreOld.length > 0) continue;
    renames.set(newFile, oldFile);
  }
  return renames;
}

/** Files without a key are left out. */
function groupByKey(keys: ReadonlyMap<string, string | undefined>): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const [file, key] of keys) {
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group) group.push(file);
    else groups.set(key, [file]);
  }
  return groups;
}
