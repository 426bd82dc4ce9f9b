import { CodeActionKind, Disposable, languages } from 'vscode';
import { languages as datasetLanguages } from '../languages.ts';
import type { FromDataHost } from './from-data-host.ts';
import { DataDrop } from './insert/data-drop.ts';
import { DataPaste } from './insert/data-paste.ts';
import { tableActions } from './update/table-actions.ts';

/** What open datasets do with data: drop, paste, and the code action of a table. */
export function registerDataEditing(host: () => Promise<FromDataHost>): Disposable {
  const selector = [...datasetLanguages.keys()];
  return Disposable.from(
    languages.registerDocumentDropEditProvider(selector, new DataDrop(host), {
      providedDropEditKinds: [DataDrop.kind],
      dropMimeTypes: [DataDrop.mimeType],
    }),
    languages.registerDocumentPasteEditProvider(selector, new DataPaste(), {
      providedPasteEditKinds: [DataPaste.kind],
      pasteMimeTypes: [DataPaste.mimeType],
    }),
    languages.registerCodeActionsProvider(selector, tableActions, {
      providedCodeActionKinds: [CodeActionKind.Refactor],
    }),
  );
}
