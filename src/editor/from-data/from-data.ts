import {
  CodeActionKind,
  type CodeActionProvider,
  type Diagnostic,
  Disposable,
  l10n,
  languages,
} from 'vscode';
import { runOnDocument, type TaskChecking } from '../authoring/checking/text-checks.ts';
import { commandAction, isTooLargeForLiveFeatures } from '../authoring/features/text-ranges.ts';
import { languages as datasetLanguages } from '../languages.ts';
import type { FromDataHost } from './infer-files.ts';
import { dataDrop, dropMimeType } from './inserting/data-drop.ts';
import { dataPaste, pasteMimeType } from './inserting/data-paste.ts';
import { dataEditKind } from './inserting/insertion-edit.ts';

/** What open datasets do with data: drop, paste, and the code action of a table. */
export function registerDataEditing(host: () => Promise<FromDataHost>, checking: TaskChecking): Disposable {
  const selector = [...datasetLanguages.keys()];
  return Disposable.from(
    languages.registerDocumentDropEditProvider(selector, dataDrop(host, checking), {
      providedDropEditKinds: [dataEditKind],
      dropMimeTypes: [dropMimeType],
    }),
    languages.registerDocumentPasteEditProvider(selector, dataPaste(host, checking), {
      providedPasteEditKinds: [dataEditKind],
      pasteMimeTypes: [pasteMimeType],
    }),
    languages.registerCodeActionsProvider(selector, tableActions(checking), {
      providedCodeActionKinds: [CodeActionKind.Refactor, CodeActionKind.QuickFix],
    }),
  );
}

// What `register.ts` loads when VS Code first asks for it.
export { checkDataFile } from './checking/check-data-file.ts';
export { DataChecks } from './checking/data-checks.ts';
export { newFromData } from './new-from-data.ts';
export { updateFromData } from './update-from-data.ts';

/** Whether data tells what is missing: a data type that is missing or unknown, or the columns of a table. */
function isAnsweredByData({ source, code, message }: Diagnostic): boolean {
  const rule = source === 'dataset' && typeof code === 'object' ? code.value : undefined;
  if (rule === 'missing-property') return /\b(?:columns|dataType)\b/.test(message);
  return rule === 'unknown-data-type' || rule === 'no-columns';
}

/** **Update Table from Data File…** for the table at the cursor: as a fix where data can resolve a problem, otherwise as a refactoring. */
const tableActions = (checking: TaskChecking): CodeActionProvider => ({
  provideCodeActions: async (document, { start }, { only, diagnostics }, token) => {
    // The light bulb asks after each movement of the cursor.
    if (!only?.contains(CodeActionKind.Refactor) && isTooLargeForLiveFeatures(document)) return [];
    const task = { kind: 'table-index', offset: document.offsetAt(start) } as const;
    const table = await runOnDocument(document, task, checking, token);
    if (table === undefined) return [];
    const title = l10n.t('Update table from data file…');
    const problems = diagnostics.filter(isAnsweredByData);
    const isFix = problems.length > 0 && !only?.contains(CodeActionKind.Refactor);
    const { QuickFix, Refactor } = CodeActionKind;
    const args = [document.uri, { table }];
    if (isFix) return [commandAction(title, QuickFix, 'dataset.updateFromData', args, problems)];
    return [
      commandAction(title, Refactor, 'dataset.updateFromData', args),
      commandAction(l10n.t('Check data file…'), Refactor, 'dataset.checkData', args),
    ];
  },
});
