import { CodeActionKind, Disposable, languages } from 'vscode';
import type { TaskChecking } from '../authoring/checking/text-checks.ts';
import { languages as datasetLanguages } from '../languages.ts';
import type { FromDataHost } from './from-data-host.ts';
import { DataDrop } from './insert/data-drop.ts';
import { DataPaste } from './insert/data-paste.ts';
import { tableActions } from './update/table-actions.ts';

/** What open datasets do with data: drop, paste, and the code action of a table. */
export function registerDataEditing(host: () => Promise<FromDataHost>, checking: TaskChecking): Disposable {
  const selector = [...datasetLanguages.keys()];
  return Disposable.from(
    languages.registerDocumentDropEditProvider(selector, new DataDrop(host, checking), {
      providedDropEditKinds: [DataDrop.kind],
      dropMimeTypes: [DataDrop.mimeType],
    }),
    languages.registerDocumentPasteEditProvider(selector, new DataPaste(checking), {
      providedPasteEditKinds: [DataPaste.kind],
      pasteMimeTypes: [DataPaste.mimeType],
    }),
    languages.registerCodeActionsProvider(selector, tableActions(checking), {
      providedCodeActionKinds: [CodeActionKind.Refactor],
    }),
  );
}

// What `register.ts` loads when VS Code first asks for it.
export { newFromData } from './create/new-from-data.ts';
export { updateFromData } from './update/update-from-data.ts';
