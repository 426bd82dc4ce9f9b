import { CodeActionKind, type CodeActionProvider, Disposable, l10n, languages } from 'vscode';
import { runOnDocument, type TaskChecking } from '../documents/run-on-document.ts';
import { commandAction } from '../documents/text-ranges.ts';
import { languages as datasetLanguages } from '../studio/languages.ts';
import type { FromDataHost } from './infer-files.ts';
import { dataDrop, dropMimeType } from './inserting/data-drop.ts';
import { dataPaste, pasteMimeType } from './inserting/data-paste.ts';
import { dataEditKind } from './inserting/insertion-edit.ts';

/** What open datasets do with data: drop, paste, and the code action of a table. */
export function registerDataEditing(host: FromDataHost): Disposable {
  const selector = [...datasetLanguages.keys()];
  return Disposable.from(
    languages.registerDocumentDropEditProvider(selector, dataDrop(host), {
      providedDropEditKinds: [dataEditKind],
      dropMimeTypes: [dropMimeType],
    }),
    languages.registerDocumentPasteEditProvider(selector, dataPaste(host), {
      providedPasteEditKinds: [dataEditKind],
      pasteMimeTypes: [pasteMimeType],
    }),
    languages.registerCodeActionsProvider(selector, tableActions(host), {
      providedCodeActionKinds: [CodeActionKind.Refactor],
    }),
  );
}

// What `register.ts` loads when VS Code first asks for it.
export { checkDataFile } from './checking/check-data-file.ts';
export { DataChecks } from './checking/data-checks.ts';
export { newFromData } from './new-from-data.ts';
export { updateFromData } from './update-from-data.ts';

/** Refactorings of the table at the cursor. */
const tableActions = (checking: TaskChecking): CodeActionProvider => ({
  provideCodeActions: async (document, { start }, { only }, token) => {
    // Only for the menu of refactorings: the light bulb would be on each line.
    if (!only?.contains(CodeActionKind.Refactor)) return [];
    const task = { kind: 'tableIndex', offset: document.offsetAt(start) } as const;
    const table = await runOnDocument(document, task, checking, token);
    if (table === undefined) return [];
    const { Refactor } = CodeActionKind;
    const args = [document.uri, { table }];
    return [
      commandAction(l10n.t('Update table from data file…'), Refactor, 'dataset.updateFromData', args),
      commandAction(l10n.t('Check data file…'), Refactor, 'dataset.checkData', args),
    ];
  },
});
