import type { SceneText } from './scene.ts';

/** What is shown where a document has no name. A picture is a file that everyone reads, so it isn't localized. */
export function nameLabel(name: SceneText): string {
  if (name === undefined) return '(no name)';
  return name === '' ? '(empty name)' : name;
}

/**
 * Gives each name a different spelling, where a format doesn't allow two of the same: `Orders`, `Orders 2`. Names
 * that are different stay as they are.
 */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set(names);
  const used = new Set<string>();
  const counts = new Map<string, number>();
  return names.map((name) => {
    let unique = name;
    let count = counts.get(name) ?? 1;
    while (used.has(unique) || (unique !== name && taken.has(unique))) unique = `${name} ${++count}`;
    counts.set(name, count);
    used.add(unique);
    return unique;
  });
}
