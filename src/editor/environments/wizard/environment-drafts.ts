import type { Memento } from 'vscode';
import { type EnvironmentDraft, restoreDraft } from '../../../environments/environment-draft.ts';

const key = 'environmentDraft';

/** Stores an unfinished environment, so that the user can continue later. A draft never contains a secret. */
export class EnvironmentDrafts {
  readonly #state: Memento;

  constructor(state: Memento) {
    this.#state = state;
  }

  read(): EnvironmentDraft | undefined {
    const stored = this.#state.get<unknown>(key);
    return stored === undefined ? undefined : restoreDraft(stored);
  }

  /** Undefined deletes the draft. */
  async keep(draft: EnvironmentDraft | undefined): Promise<void> {
    await this.#state.update(key, draft);
  }
}
