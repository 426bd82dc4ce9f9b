/** Where a part of a pattern ends in a path, by where it can begin: 1 at each of these places. */
type Part = (path: string, starts: Uint8Array) => Uint8Array;

const tokens = /(?<=^|[/{,])\*\*(?:\/|$|(?=[,}]))|[*?{},]|[^*?{},]+/g;

/**
 * A glob: `*` and `?` match within a name, `**` as a whole name matches any number of folders or what is below a folder, and
 * `{a,b}` matches one of its parts. All other characters match themselves, and names that begin with a dot are not special.
 * Each part looks once at each place, so that no pattern takes more time than its length times that of the path.
 */
export class Glob {
  readonly #whole: Part;

  constructor(pattern: string) {
    this.#whole = sequence((pattern.match(tokens) ?? []).reverse());
  }

  /** `path`: with slashes, from the folder that the pattern is relative to. */
  matches(path: string): boolean {
    const starts = new Uint8Array(path.length + 1);
    starts[0] = 1;
    return this.#whole(path, starts)[path.length] === 1;
  }
}

/** Takes tokens from the end of a list, and one of the `closers` after them. */
function sequence(rest: string[], closers = ''): Part {
  const parts: Part[] = [];
  for (let token = rest.at(-1); token !== undefined && !closers.includes(token); token = rest.at(-1)) {
    rest.pop();
    parts.push(token === '{' ? group(rest) : (wildcards.get(token) ?? literal(token)));
  }
  return (path, starts) => parts.reduce((places, part) => part(path, places), starts);
}

/** One that isn't closed ends with the pattern. */
function group(rest: string[]): Part {
  const parts: Part[] = [];
  do parts.push(sequence(rest, ',}'));
  while (rest.pop() === ',');
  return (path, starts) => {
    const all = parts.map((part) => part(path, starts));
    return starts.map((_, place) => (all.some((ends) => ends[place] === 1) ? 1 : 0));
  };
}

function literal(text: string): Part {
  return (path, starts) => {
    const ends = new Uint8Array(starts.length);
    for (let place = starts.indexOf(1); place >= 0; place = starts.indexOf(1, place + 1))
      if (path.startsWith(text, place)) ends[place + text.length] = 1;
    return ends;
  };
}

/** Any number of characters. */
function many(isInName: boolean): Part {
  return (path, starts) => {
    const ends = starts.slice();
    for (let place = ends.indexOf(1); place < path.length; place++)
      if (ends[place] === 1 && !(isInName && path[place] === '/')) ends[place + 1] = 1;
    return ends;
  };
}

const wildcards: ReadonlyMap<string, Part> = new Map<string, Part>([
  ['*', many(true)],
  ['**', many(false)],
  [
    '**/',
    (path, starts) => {
      const [ends, first] = [starts.slice(), starts.indexOf(1)];
      for (let place = first; place >= 0 && place < path.length; place++)
        if (path[place] === '/') ends[place + 1] = 1;
      return ends;
    },
  ],
  [
    '?',
    (path, starts) => {
      const ends = new Uint8Array(starts.length);
      for (let place = 0; place < path.length; place++)
        if (starts[place] === 1 && path[place] !== '/')
          ends[place + String.fromCodePoint(path.codePointAt(place) ?? 0).length] = 1;
      return ends;
    },
  ],
]);
