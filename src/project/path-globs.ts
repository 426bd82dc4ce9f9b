import { Glob } from './glob.ts';
import { parentFolder, pathBelow } from './paths.ts';

/** Globs of a project file. They are relative to its folder, and can begin with `../`. */
export class PathGlobs {
  readonly #globs: readonly { readonly folder: string; readonly glob: Glob }[];

  /** `folder`: the absolute path of the file's folder. */
  constructor(folder: string, patterns: readonly string[]) {
    this.#globs = patterns.map((pattern) => {
      let start = folder;
      let rest = pattern;
      for (let step = leading(rest); step !== undefined; step = leading(rest)) {
        if (step === '../') start = parentFolder(start);
        rest = rest.slice(step.length);
      }
      // `archive/` names what is in a folder.
      return { folder: start, glob: new Glob(rest.endsWith('/') ? `${rest}**` : rest) };
    });
  }

  matches(path: string): boolean {
    return this.#globs.some(({ folder, glob }) => {
      const below = pathBelow(folder, path);
      return below !== undefined && glob.matches(below);
    });
  }
}

/** A part at the beginning that leads to a folder, or nowhere. */
function leading(pattern: string): string | undefined {
  return ['./', '../', '/'].find((each) => pattern.startsWith(each));
}
