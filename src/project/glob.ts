import { folded, pathBelow, resolvePath } from './paths.ts';

/** Where a part of a pattern ends in a path, by the places where it can begin. Both are in ascending order. */
type Part = (path: string, starts: readonly number[]) => readonly number[];

const tokens = /(?<=^|[/{,])\*\*(?:\/|$|(?=[,}]))|[*?{},]|[^*?{},]+/g;

/**
 * A glob: `*` and `?` match within a name, `**` as a whole name matches any number of folders or what is below a folder, and
 * `{a,b}` matches one of its parts. All other characters match themselves in any case, as the names of dataset files do, and names
 * that begin with a dot are not special.
 * Each part looks once at each place, so that no pattern takes more time than its length times that of the path.
 */
export class Glob {
  readonly #whole: Part;

  constructor(pattern: string) {
    this.#whole = sequence((folded(pattern).match(tokens) ?? []).reverse());
  }

  /** `path`: with slashes, from the folder that the pattern is relative to. */
  matches(path: string): boolean {
    const text = folded(path);
    return this.#whole(text, [0]).at(-1) === text.length;
  }
}

/** Globs of a project file. They are relative to its folder, and can begin with `../`. */
export class PathGlobs {
  readonly #globs: readonly { readonly folder: string; readonly glob: Glob }[];

  /** `folder`: the absolute path of the file's folder. */
  constructor(folder: string, patterns: readonly string[]) {
    this.#globs = patterns.map((pattern) => {
      const [start = ''] = /^(?:\.{0,2}\/)*/.exec(pattern) ?? [];
      const rest = pattern.slice(start.length);
      // `archive/` is all that is in that folder.
      const glob = new Glob(pattern.endsWith('/') ? `${rest}**` : rest);
      return { folder: resolvePath(folder, start), glob };
    });
  }

  matches(path: string): boolean {
    return this.#globs.some(({ folder, glob }) => {
      const below = pathBelow(folder, path);
      return below !== undefined && glob.matches(below);
    });
  }
}

/** In braces that are nested deeper than this, braces are characters like others: each level calls the next one. */
const maxDepth = 100;

/** Takes tokens from the end of a list, up to one of the `closers`. */
function sequence(rest: string[], closers = '', depth = 0): Part {
  const parts: Part[] = [];
  for (let token = rest.at(-1); token !== undefined && !closers.includes(token); token = rest.at(-1)) {
    rest.pop();
    parts.push(
      token === '{' && depth < maxDepth ? group(rest, depth + 1) : (wildcards.get(token) ?? literal(token)),
    );
  }
  return (path, starts) => parts.reduce((places, part) => part(path, places), starts);
}

/** One that isn't closed ends with the pattern. */
function group(rest: string[], depth: number): Part {
  const parts: Part[] = [];
  do parts.push(sequence(rest, ',}', depth));
  while (rest.pop() === ',');
  return (path, starts) => inOrder(parts.flatMap((part) => part(path, starts)));
}

function literal(text: string): Part {
  return (path, starts) =>
    starts.filter((start) => path.startsWith(text, start)).map((start) => start + text.length);
}

/** Any number of characters. */
function many(isInName: boolean): Part {
  return (path, starts) => {
    const ends: number[] = [];
    for (let place of starts) {
      if (place <= (ends.at(-1) ?? -1)) continue;
      ends.push(place);
      while (place < path.length && !(isInName && path[place] === '/')) ends.push(++place);
    }
    return ends;
  };
}

const wildcards: ReadonlyMap<string, Part> = new Map<string, Part>([
  ['*', many(true)],
  ['**', many(false)],
  [
    '**/',
    (path, starts) => {
      const ends = [...starts];
      for (let place = starts[0] ?? path.length; place < path.length; place++)
        if (path[place] === '/') ends.push(place + 1);
      return inOrder(ends);
    },
  ],
  [
    '?',
    (path, starts) =>
      starts.flatMap((start) => {
        const character = /^[^/]/u.exec(path.slice(start, start + 2))?.[0] ?? '';
        return character === '' ? [] : [start + character.length];
      }),
  ],
]);

/** Places in ascending order, each once. */
function inOrder(places: readonly number[]): readonly number[] {
  return [...new Set(places)].sort((a, b) => a - b);
}
