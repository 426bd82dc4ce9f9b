import { type Disposable, EventEmitter, type TreeDataProvider, type TreeItem } from 'vscode';

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
