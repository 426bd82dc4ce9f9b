import type { Path, Span } from '../finding.ts';

/** So many names are found faster by comparing each with the text than by cutting one out of it and hashing that. */
const fewNames = 8;

/** One step of the paths that are looked for, as a tree: what is beside them is skipped without a closer look. */
export class Step {
  readonly name: string | number;
  /** What is looked for in an object. */
  members: Members | undefined = undefined;
  /** What is looked for in an array. */
  items: Map<number, Step> | undefined = undefined;
  key: Span | undefined = undefined;
  value: Span | undefined = undefined;

  constructor(name: string | number) {
    this.name = name;
  }

  /** Makes the path's steps that aren't there yet. */
  add(path: Path): void {
    let at: Step = this;
    for (const name of path) at = at.next(name) ?? at.grow(name);
  }

  at(path: Path): Step | undefined {
    let at: Step | undefined = this;
    for (const name of path) at = at?.next(name);
    return at;
  }

  private next(name: string | number): Step | undefined {
    return typeof name === 'number' ? this.items?.get(name) : this.members?.get(name);
  }

  private grow(name: string | number): Step {
    const step = new Step(name);
    if (typeof name === 'number') {
      this.items ??= new Map();
      this.items.set(name, step);
    } else if (this.members) {
      this.members.add(name, step);
    } else {
      this.members = new Members(step);
    }
    return step;
  }
}

/** The steps into an object. */
export class Members {
  private readonly few: Step[];
  private more: Map<string, Step> | undefined = undefined;

  constructor(first: Step) {
    this.few = [first];
  }

  get(name: string): Step | undefined {
    for (const step of this.few) if (step.name === name) return step;
    return this.more?.get(name);
  }

  add(name: string, step: Step): void {
    if (this.few.length < fewNames) {
      this.few.push(step);
    } else {
      this.more ??= new Map();
      this.more.set(name, step);
    }
  }

  /** The step of the name that stands in the text from `start` to `end`, without escapes. */
  named(text: string, start: number, end: number): Step | undefined {
    for (const step of this.few) {
      const name = step.name as string;
      if (name.length === end - start && text.startsWith(name, start)) return step;
    }
    return this.more?.get(text.slice(start, end));
  }
}
