import { Glob } from './glob.ts';
import { pathBelow, resolvePath } from './paths.ts';

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
