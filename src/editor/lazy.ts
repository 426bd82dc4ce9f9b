import { type Disposable, EventEmitter, type TreeDataProvider } from 'vscode';

/** Returns a function that runs `build` on the first call and returns the same promise on later calls. */
export function once<Result>(build: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => {
    result ??= build();
    return result;
  };
}

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

/**
 * Loads a tree data provider when VS Code first requests its data. A view needs a provider as soon as the extension is
 * active, even while the view is hidden.
 */
export function lazyTree<Node>(
  load: () => Promise<TreeDataProvider<Node>>,
): TreeDataProvider<Node> & Disposable {
  const changed = new EventEmitter<void>();
  let subscription: Disposable | undefined;
  const loaded = once(async () => {
    const tree = await load();
    subscription = tree.onDidChangeTreeData?.(() => changed.fire());
    return tree;
  });
  return {
    onDidChangeTreeData: changed.event,
    getChildren: async (node) => (await loaded()).getChildren(node),
    getTreeItem: async (node) => (await loaded()).getTreeItem(node),
    dispose: () => {
      subscription?.dispose();
      changed.dispose();
    },
  };
}
