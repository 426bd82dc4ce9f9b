import type { ProjectFiles } from '../../../src/project/projects.ts';

/** Files by their absolute paths. A path that begins with `-> ` is the target of a link; a folder ends in a slash. */
export class MemoryFiles implements ProjectFiles {
  readonly #entries: ReadonlyMap<string, string>;
  /** The paths of the files that were read, in order. */
  readonly reads: string[] = [];

  constructor(entries: Readonly<Record<string, string | object>>) {
    this.#entries = new Map(
      Object.entries(entries).map(([path, content]) => [
        path,
        typeof content === 'string' ? content : JSON.stringify(content),
      ]),
    );
  }

  async exists(path: string): Promise<boolean> {
    const folder = this.#resolve(path.slice(0, path.lastIndexOf('/')));
    return folder !== undefined && this.#isThere(folder + path.slice(path.lastIndexOf('/')));
  }

  async realPath(path: string): Promise<string | undefined> {
    const real = this.#resolve(path);
    return real === '' || (real !== undefined && this.#isThere(real)) ? real : undefined;
  }

  async read(path: string, limit: number) {
    this.reads.push(path);
    const content = this.#entries.get(this.#resolve(path) ?? '');
    if (content === undefined) throw Object.assign(new Error(path), { code: 'ENOENT' });
    return new TextEncoder().encode(content).subarray(0, limit);
  }

  #isThere(path: string): boolean {
    return [...this.#entries.keys()].some((each) => each === path || each.startsWith(`${path}/`));
  }

  #resolve(path: string, depth = 0): string | undefined {
    if (depth > 20) return undefined;
    let real = '';
    for (const name of path.split('/').slice(1)) {
      real += `/${name}`;
      const content = this.#entries.get(real);
      if (!content?.startsWith('-> ')) continue;
      const target = this.#resolve(content.slice(3), depth + 1);
      if (target === undefined) return undefined;
      real = target;
    }
    return real;
  }
}
