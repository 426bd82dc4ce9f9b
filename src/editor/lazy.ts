import { type Disposable, EventEmitter, type TreeDataProvider, type TreeItem } from 'vscode';

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
export class LazyTree<Node> implements TreeDataProvider<Node>, Disposable {
  readonly #load: () => Promise<TreeDataProvider<Node>>;
  readonly #changed = new EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  #subscription: Disposable | undefined;

  constructor(load: () => Promise<TreeDataProvider<Node>>) {
    this.#load = load;
  }

  async getChildren(node?: Node): Promise<Node[]> {
    return (await (await this.#tree()).getChildren(node)) ?? [];
  }

  async getTreeItem(node: Node): Promise<TreeItem> {
    return (await this.#tree()).getTreeItem(node);
  }

  dispose(): void {
    this.#subscription?.dispose();
    this.#changed.dispose();
  }

  async #tree(): Promise<TreeDataProvider<Node>> {
    const tree = await this.#load();
    this.#subscription ??= tree.onDidChangeTreeData?.(() => this.#changed.fire());
    return tree;
  }
}
