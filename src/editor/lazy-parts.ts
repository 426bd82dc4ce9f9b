import type { Disposable } from 'vscode';
import { once } from './once.ts';

/** Parts that are built when they are first asked for, and disposed together. */
export class LazyParts implements Disposable {
  readonly #built: { dispose(): void }[] = [];

  /** Gives the function that asks for a part. */
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
