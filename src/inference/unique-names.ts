import { foldedName } from '../dataset/rules/names.ts';

/** A name as the rules want it: without control characters and white space at its ends. May be empty. */
export function tidyName(name: string): string {
  return name.replace(/\p{Cc}+/gu, ' ').trim();
}

/**
 * Names that differ in more than case. Of equal ones the first keeps its name, others get `_2`, `_3` …; empty ones get
 * `fallback` of their position, counted from 1.
 */
export function uniqueNames(names: readonly string[], fallback: (position: number) => string): string[] {
  const tidied = names.map(tidyName);
  const taken = new Set(tidied.filter((name) => name !== '').map(foldedName));
  const used = new Set<string>();
  const nextNumber = new Map<string, number>();
  return tidied.map((tidy, index) => {
    const name = tidy === '' ? fallback(index + 1) : tidy;
    const key = foldedName(name);
    if (!used.has(key) && !(tidy === '' && taken.has(key))) {
      used.add(key);
      return name;
    }
    for (let number = nextNumber.get(key) ?? 2; ; number++) {
      const numbered = `${name}_${number}`;
      const numberedKey = foldedName(numbered);
      if (used.has(numberedKey) || taken.has(numberedKey)) continue;
      nextNumber.set(key, number + 1);
      used.add(numberedKey);
      return numbered;
    }
  });
}

/** A file's name without the extension of its format and of its compression. */
export function withoutExtension(fileName: string, extensions: readonly string[]): string {
  const name = fileName.replace(/\.gz$/i, '');
  const extension = extensions.find((each) => name.toLowerCase().endsWith(`.${each}`));
  const bare = extension === undefined ? name : name.slice(0, -extension.length - 1);
  return bare === '' ? fileName : bare;
}
