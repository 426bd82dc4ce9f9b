import type { Memento } from 'vscode';
import { type EnvironmentDraft, restoreDraft } from '../../../environments/environment-draft.ts';

const key = 'environmentDraft';

/** The environment that someone began to add and left, for when they come back. A draft never holds a secret. */
export class EnvironmentDrafts {
  readonly #state: Memento;

  constructor(state: Memento) {
    this.#state = state;
  }

  kept(): EnvironmentDraft | undefined {
    const stored = this.#state.get<unknown>(key);
    return stored === undefined ? undefined : restoreDraft(stored);
  }

  /** Undefined: there is none any longer. */
  async keep(draft: EnvironmentDraft | undefined): Promise<void> {
    await this.#state.update(key, draft);
  }
}
