import { commands, type Disposable, l10n, type TreeView, window } from 'vscode';
import { unsettled } from '../../../app/submissions.ts';
import { describeJournalFailure } from '../../../submission/journal/journal-failure.ts';
import { unknownOutcome } from '../../../submission/outcome-table.ts';
import type { SubmissionStore } from './submission-store.ts';
import type { SubmissionNode, SubmissionsTree } from './submissions-tree.ts';

const filteredContext = 'dataset.submissionsFiltered';

/** The Submissions view around its tree: the badge with the number of unknown outcomes, the message, and the filter. */
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
      prompt: l10n.t(
        'Words of the file name, environment, outcome or dataset ID. Leave it empty to show all.',
      ),
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
    const unknown = unsettled(this.#store.current.records).length;
    this.#view.badge = unknown === 0 ? undefined : { value: unknown, tooltip: unknownOutcome.count(unknown) };
    this.#view.message = this.#message();
  }

  /** Empty if there is nothing to report. */
  #message(): string {
    const { failure } = this.#store.current;
    if (failure) return describeJournalFailure(failure);
    const { filter } = this.#tree;
    if (filter === '') return '';
    const found = this.#tree.records().length;
    if (found === 0) return l10n.t('No submissions match "{0}".', filter);
    return found === 1
      ? l10n.t('1 submission matches "{0}".', filter)
      : l10n.t('{0} submissions match "{1}".', found, filter);
  }
}
