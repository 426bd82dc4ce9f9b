import type { SceneText } from './scene.ts';

/** A name, or what is shown if there is none. Not localized, because a diagram is a file for everyone. */
export function nameLabel(name: SceneText): string {
  if (name === undefined) return '(unnamed)';
  return name === '' ? '(empty name)' : name;
}

/**
 * Makes names unique for formats that require it: `Orders`, `Orders 2`. Names that are already unique don't change.
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
