import {
  CodeAction,
  type CodeActionContext,
  CodeActionKind,
  type CodeActionProvider,
  l10n,
  type Range,
  type TextDocument,
} from 'vscode';
import { tableIndexAt } from '../../../dataset/language/list-place.ts';
import { formatOf, isTooLargeForLiveFeatures } from '../../authoring/features/text-ranges.ts';

/** **Update Table from Data File…** as a refactoring of the table at the cursor. */
export const tableActions: CodeActionProvider = {
  async provideCodeActions(
    document: TextDocument,
    { start }: Range,
    { only }: CodeActionContext,
  ): Promise<CodeAction[]> {
    // The light bulb asks after each movement of the cursor.
    if (!only?.contains(CodeActionKind.Refactor) && isTooLargeForLiveFeatures(document)) return [];
    const table = await tableIndexAt(document.getText(), formatOf(document), document.offsetAt(start));
    if (table === undefined) return [];
    const title = l10n.t('Update table from data file…');
    const action = new CodeAction(title, CodeActionKind.Refactor);
    action.command = { title, command: 'dataset.updateFromData', arguments: [document.uri, { table }] };
    return [action];
  },
};
