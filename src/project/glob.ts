/** A step from one state to another: over a character that it takes, or over none. */
interface Step {
  readonly takes?: (character: string) => boolean;
  readonly to: number;
}

/** States that are reached together, and what follows them. */
interface StateSet {
  readonly states: ReadonlySet<number>;
  readonly next: Map<string, StateSet>;
}

/** Further ones are found again each time. */
const maxKept = 1000;

const isInName = (character: string) => character !== '/';

/**
 * A glob: `*` and `?` match within a name, `**` as a whole name matches any number of folders or what is below a folder, and
 * `{a,b}` matches one of its parts. All other characters match themselves, and names that begin with a dot are not special.
 * All alternatives are followed at once, so that no pattern takes more time than its length times that of the path.
 */
export class Glob {
  readonly #pattern: string;
  /** What comes before the first character with a meaning. */
  readonly #prefix: string;
  readonly #states: Step[][] = [[]];
  readonly #kept = new Map<string, StateSet>();
  readonly #start: StateSet;
  readonly #end: number;
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
    this.#prefix = /^[^*?{]*/.exec(pattern)?.[0] ?? '';
    this.#at = this.#prefix.length;
    this.#end = this.#sequence(0, '');
    this.#start = this.#together([0]);
  }

  /** `path`: with slashes, from the folder that the pattern is relative to. */
  matches(path: string): boolean {
    if (!path.startsWith(this.#prefix)) return false;
    let current = this.#start;
    for (const character of path.slice(this.#prefix.length)) {
      current = current.next.get(character) ?? this.#after(current, character);
      if (current.states.size === 0) return false;
    }
    return current.states.has(this.#end);
  }

  #after(current: StateSet, character: string): StateSet {
    const reached: number[] = [];
    for (const state of current.states)
      for (const { takes, to } of this.#states[state] ?? []) if (takes?.(character)) reached.push(to);
    const next = this.#together(reached);
    if (current.next.size < maxKept) current.next.set(character, next);
    return next;
  }

  /** States with those that they lead to over no character. They are kept, because many paths have the same. */
  #together(reached: readonly number[]): StateSet {
    const states = new Set(reached);
    for (const state of states)
      for (const { takes, to } of this.#states[state] ?? []) if (takes === undefined) states.add(to);
    const key = [...states].sort().join();
    const set = this.#kept.get(key) ?? { states, next: new Map() };
    if (this.#kept.size < maxKept) this.#kept.set(key, set);
    return set;
  }

  /** Reads a part of the pattern, up to one of the characters in `closers`. Returns the state after it. */
  #sequence(from: number, closers: string): number {
    let state = from;
    while (this.#at < this.#pattern.length) {
      const character = String.fromCodePoint(this.#pattern.codePointAt(this.#at) ?? 0);
      if (closers.includes(character)) break;
      const folders = this.#readFolders();
      if (folders === 'below') state = this.#loop(state, () => true);
      else if (folders === 'between') state = this.#folders(state);
      else {
        this.#at += character.length;
        if (character === '{') state = this.#alternatives(state);
        else if (character === '*') state = this.#loop(state, isInName);
        else state = this.#step(state, character === '?' ? isInName : (each) => each === character);
      }
    }
    return state;
  }

  /** Reads `**`, or a `**` with its slash, if it is a whole name. */
  #readFolders(): 'below' | 'between' | undefined {
    const [found, slash] = /^\*\*(?:(\/)|$|(?=[,}]))/.exec(this.#pattern.slice(this.#at, this.#at + 3)) ?? [];
    const before = this.#pattern[this.#at - 1] ?? '/';
    if (found === undefined || !'/{,'.includes(before)) return undefined;
    this.#at += found.length;
    return slash === undefined ? 'below' : 'between';
  }

  /** Reads the parts of a group. One that isn't closed ends with the pattern. */
  #alternatives(from: number): number {
    const end = this.#state();
    for (let character = ','; character === ','; ) {
      const start = this.#state();
      this.#states[from]?.push({ to: start });
      this.#states[this.#sequence(start, ',}')]?.push({ to: end });
      character = this.#pattern[this.#at++] ?? '}';
    }
    return end;
  }

  #loop(from: number, takes: Step['takes']): number {
    const state = this.#state();
    this.#states[from]?.push({ to: state });
    return this.#step(state, takes, state);
  }

  /** Any number of names, each with a slash after it. */
  #folders(from: number): number {
    const start = this.#state();
    this.#states[from]?.push({ to: start });
    this.#step(this.#loop(start, isInName), (character) => character === '/', start);
    return start;
  }

  #step(from: number, takes: Step['takes'], to = this.#state()): number {
    this.#states[from]?.push(takes === undefined ? { to } : { takes, to });
    return to;
  }

  #state(): number {
    return this.#states.push([]) - 1;
  }
}
