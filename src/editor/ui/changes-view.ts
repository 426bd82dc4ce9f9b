import {
  commands,
  Disposable,
  EventEmitter,
  l10n,
  type Range,
  TabInputTextDiff,
  type ThemeIcon,
  type TreeDataProvider,
  TreeItem,
  type TreeView,
  type Uri,
  window,
  workspace,
} from 'vscode';

/** The two texts of a diff editor. */
export interface Diff {
  readonly left: Uri;
  readonly right: Uri;
  readonly title: string;
}

export interface ChangeList {
  readonly title: string;
  readonly summary: string;
  readonly entries: readonly ChangeEntry[];
}

export interface ChangeEntry {
  readonly label: string;
  readonly description?: string;
  readonly icon?: ThemeIcon;
  /** In the right text. */
  readonly range?: Range;
}

/** In milliseconds after an edit of the right text. */
const typingPause = 300;

/** The view **Changes**: what changed, below the diff editor that it belongs to, while that is open. */
export class ChangesView implements TreeDataProvider<ChangeEntry>, Disposable {
  readonly #changed = new EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  #view: TreeView<ChangeEntry> | undefined;
  #entries: readonly ChangeEntry[] = [];
  #diff: Diff | undefined;
  /** Of the comparison that the list belongs to; `undefined` after that was closed. */
  #watching: Disposable | undefined;

  /** Opens a diff editor with the list below it. `list` is called again after edits; if it returns nothing, the list stays. */
  async show(diff: Diff, list: () => Promise<ChangeList | undefined>): Promise<void> {
    await commands.executeCommand('vscode.diff', diff.left, diff.right, diff.title);
    this.#watching?.dispose();
    const watching = this.#watch(diff, list);
    this.#watching = watching;
    await this.#update(watching, diff, list);
    if (this.#watching !== watching) return;
    await commands.executeCommand('setContext', 'dataset.hasComparison', true);
    const [first] = this.#entries;
    // Shows the view, which leaves the focus in the editor.
    if (first) await this.#view?.reveal(first, { focus: false, select: false });
  }

  getChildren(parent?: ChangeEntry): ChangeEntry[] {
    return parent ? [] : [...this.#entries];
  }

  /** Needed to reveal an entry. */
  getParent(): undefined {
    return undefined;
  }

  getTreeItem({ label, description, icon, range }: ChangeEntry): TreeItem {
    const item = new TreeItem(label);
    item.tooltip = label;
    if (description !== undefined) item.description = description;
    if (icon) item.iconPath = icon;
    const diff = this.#diff;
    if (diff && range)
      item.command = {
        command: 'vscode.diff',
        title: diff.title,
        arguments: [diff.left, diff.right, diff.title, { selection: range }],
      };
    return item;
  }

  async #update(
    watching: Disposable,
    diff: Diff,
    list: () => Promise<ChangeList | undefined>,
  ): Promise<void> {
    const shown = await list();
    // The user may have closed the comparison, or opened another one.
    if (!shown || this.#watching !== watching) return;
    this.#diff = diff;
    this.#entries = shown.entries;
    this.#view ??= window.createTreeView('dataset.changes', { treeDataProvider: this });
    // Not as the title of the view, which the panel doesn't show.
    this.#view.message = l10n.t('{0}: {1}', shown.title, shown.summary);
    this.#changed.fire();
  }

  #watch(diff: Diff, list: () => Promise<ChangeList | undefined>): Disposable {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watching: Disposable = Disposable.from(
      workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.toString() !== diff.right.toString()) return;
        clearTimeout(timer);
        timer = setTimeout(() => void this.#update(watching, diff, list), typingPause);
      }),
      window.tabGroups.onDidChangeTabs(() => {
        if (!isOpen(diff)) this.#close();
      }),
      { dispose: () => clearTimeout(timer) },
    );
    return watching;
  }

  #close(): void {
    this.#watching?.dispose();
    this.#watching = undefined;
    // Otherwise VS Code shows another view in its place.
    if (this.#view?.visible) void commands.executeCommand('workbench.action.closePanel');
    this.#view?.dispose();
    this.#view = undefined;
    void commands.executeCommand('setContext', 'dataset.hasComparison', false);
  }

  dispose(): void {
    this.#watching?.dispose();
    this.#watching = undefined;
    this.#view?.dispose();
    this.#changed.dispose();
  }
}

function isOpen({ left }: Diff): boolean {
  return window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .some(({ input }) => input instanceof TabInputTextDiff && input.original.toString() === left.toString());
}
