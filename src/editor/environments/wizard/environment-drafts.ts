import type { Memento } from 'vscode';
import { type EnvironmentDraft, restoreDraft } from '../../../environments/environment-draft.ts';

const key = 'environmentDraft';

/** Stores an unfinished environment, so that the user can continue later. A draft never contains a secret. */
export const environmentDrafts = (state: Memento) => ({
  read: (): EnvironmentDraft | undefined => {
    const stored = state.get<unknown>(key);
    return stored === undefined ? undefined : restoreDraft(stored);
  },
  /** Undefined deletes the draft. */
  keep: async (draft: EnvironmentDraft | undefined) => state.update(key, draft),
});

export type EnvironmentDrafts = ReturnType<typeof environmentDrafts>;
