import * as vscode from 'vscode';

/** A view's contents that are loaded when the view first asks for them: VS Code wants a provider as soon as we are active. */
export class LazyTree<Node> implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  readonly #load: () => Promise<vscode.TreeDataProvider<Node>>;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  #subscription: vscode.Disposable | undefined;

  constructor(load: () => Promise<vscode.TreeDataProvider<Node>>) {
    this.#load = load;
  }

  async getChildren(node?: Node): Promise<Node[]> {
    return (await (await this.#tree()).getChildren(node)) ?? [];
  }

  async getTreeItem(node: Node): Promise<vscode.TreeItem> {
    return (await this.#tree()).getTreeItem(node);
  }

  dispose(): void {
    this.#subscription?.dispose();
    this.#changed.dispose();
  }

  async #tree(): Promise<vscode.TreeDataProvider<Node>> {
    const tree = await this.#load();
    this.#subscription ??= tree.onDidChangeTreeData?.(() => this.#changed.fire());
    return tree;
  }
}
