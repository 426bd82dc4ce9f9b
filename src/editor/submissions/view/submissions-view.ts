import { commands, type Disposable, l10n, type TreeView, window } from 'vscode';
import { describeJournalFault } from '../../../submission/journal/fault-message.ts';
import type { SubmissionStore } from './submission-store.ts';
import type { SubmissionNode, SubmissionsTree } from './submissions-tree.ts';

const filteredContext = 'dataset.submissionsFiltered';

/** What stands around the tree: the badge that counts the unknown, the line above it, the filter. */
export class SubmissionsView implements Disposable {
  readonly #view: TreeView<SubmissionNode>;
  readonly #store: SubmissionStore;
  readonly #tree: SubmissionsTree;
  readonly #subscription: Disposable;

  constructor(view: TreeView<SubmissionNode>, store: SubmissionStore, tree: SubmissionsTree) {
    this.#view = view;
    this.#store = store;
    this.#tree = tree;
    this.#subscription = tree.onDidChangeTreeData(() => this.#update());
    this.#update();
  }

  async askForFilter(): Promise<void> {
    const words = await window.showInputBox({
      title: l10n.t('Filter Submissions'),
      prompt: l10n.t('Words of the file, environment, outcome or dataset ID; nothing shows all'),
      value: this.#tree.filter,
    });
    if (words !== undefined) await this.#setFilter(words);
  }

  clearFilter(): Promise<void> {
    return this.#setFilter('');
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  async #setFilter(words: string): Promise<void> {
    this.#tree.filter = words;
    await commands.executeCommand('setContext', filteredContext, this.#tree.filter !== '');
  }

  #update(): void {
    const unknown = this.#store.current.records.filter(({ state }) => state.outcome === 'unknown').length;
    this.#view.badge =
      unknown === 0
        ? undefined
        : {
            value: unknown,
            tooltip:
              unknown === 1
                ? l10n.t('1 submission whose outcome is unknown')
                : l10n.t('{0} submissions whose outcome is unknown', unknown),
          };
    this.#view.message = this.#message();
  }

  /** Empty where there is nothing to say. */
  #message(): string {
    const { fault } = this.#store.current;
    if (fault) return describeJournalFault(fault);
    const { filter } = this.#tree;
    if (filter === '') return '';
    const found = this.#tree.records().length;
    return found === 0
      ? l10n.t('No submission matches "{0}".', filter)
      : l10n.t('{0} match "{1}"', found, filter);
  }
}
