import type { Disposable } from 'vscode';
import { once } from './once.ts';

/** Objects that are created on first use and disposed together. */
export class LazyDisposables implements Disposable {
  readonly #created: { dispose(): void }[] = [];

  /** Returns a function that creates the object on the first call and returns the same object on later calls. */
  onFirstUse<Value extends { dispose(): void }>(create: () => Promise<Value>): () => Promise<Value> {
    return once(async () => {
      const value = await create();
      this.#created.push(value);
      return value;
    });
  }

  dispose(): void {
    for (const value of this.#created) value.dispose();
  }
}
