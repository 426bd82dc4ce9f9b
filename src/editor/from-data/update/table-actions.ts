import {
  type CancellationToken,
  CodeAction,
  type CodeActionContext,
  CodeActionKind,
  type CodeActionProvider,
  l10n,
  type Range,
  type TextDocument,
} from 'vscode';
import { runOnDocument, type TaskChecking } from '../../authoring/checking/text-checks.ts';
import { isTooLargeForLiveFeatures } from '../../authoring/features/text-ranges.ts';

/** **Update Table from Data File…** as a refactoring of the table at the cursor. */
export const tableActions = (checking: TaskChecking): CodeActionProvider => ({
  async provideCodeActions(
    document: TextDocument,
    { start }: Range,
    { only }: CodeActionContext,
    token: CancellationToken,
  ): Promise<CodeAction[]> {
    // The light bulb asks after each movement of the cursor.
    if (!only?.contains(CodeActionKind.Refactor) && isTooLargeForLiveFeatures(document)) return [];
    const task = { kind: 'table-index', offset: document.offsetAt(start) } as const;
    const table = await runOnDocument(document, task, checking, token);
    if (table === undefined) return [];
    const title = l10n.t('Update table from data file…');
    const action = new CodeAction(title, CodeActionKind.Refactor);
    action.command = { title, command: 'dataset.updateFromData', arguments: [document.uri, { table }] };
    return [action];
  },
});
