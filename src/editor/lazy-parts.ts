import type { Disposable } from 'vscode';
import { once } from './once.ts';

/** Disposable objects that are created on first use and disposed together. */
export class LazyParts implements Disposable {
  readonly #built: { dispose(): void }[] = [];

  /** Returns a function that builds the part on the first call and returns the same part on later calls. */
  part<Part extends { dispose(): void }>(build: () => Promise<Part>): () => Promise<Part> {
    return once(async () => {
      const part = await build();
      this.#built.push(part);
      return part;
    });
  }

  dispose(): void {
    for (const part of this.#built) part.dispose();
  }
}
