import { type Disposable, EventEmitter, type ExtensionContext, type TreeDataProvider } from 'vscode';

/** Returns a function that runs `build` on the first call, and returns the same promise on later calls unless it failed. */
export function once<Result>(build: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => {
    result ??= build().catch((error: unknown) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}

/** As `once`, for an object that is disposed with the extension. */
export function onFirstUse<Value extends { dispose(): void }>(
  { subscriptions }: Pick<ExtensionContext, 'subscriptions'>,
  create: () => Promise<Value>,
): () => Promise<Value> {
  return once(async () => {
    const value = await create();
    subscriptions.push(value);
    return value;
  });
}

/**
 * Loads a tree data provider when VS Code first requests its data. A view needs a provider as soon as the extension is
 * active, even while the view is hidden.
 */
export function lazyTree<Node>(
  load: () => Promise<TreeDataProvider<Node>>,
): TreeDataProvider<Node> & Disposable {
  const changed = new EventEmitter<void>();
  const loaded = once(async () => {
    const tree = await load();
    tree.onDidChangeTreeData?.(() => changed.fire());
    return tree;
  });
  return {
    onDidChangeTreeData: changed.event,
    getChildren: async (node) => (await loaded()).getChildren(node),
    getTreeItem: async (node) => (await loaded()).getTreeItem(node),
    dispose: () => changed.dispose(),
  };
}
