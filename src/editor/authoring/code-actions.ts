import * as vscode from 'vscode';
import type { Edit, SettingFix } from '../../dataset/fixes/fix.ts';
import type { QuickFix } from '../../dataset/fixes/quick-fixes.ts';
import { printable } from '../../dataset/printable.ts';
import type { Problem } from '../../dataset/problem.ts';
import type { Settings } from '../settings.ts';
import { dataTypeTargets } from './data-type-setting.ts';
import { fixAllKind } from './fix-all-kind.ts';
import { formatOf, rangeOf } from './text-ranges.ts';

/** Where the light bulb doesn't look by itself, in UTF-16 units: a large text is looked into on request only. */
const longestUnasked = 128 * 1024;

/** What is to be done about the problems at the cursor, or about all of a document. */
export async function codeActions(
  document: vscode.TextDocument,
  { only, diagnostics, triggerKind }: vscode.CodeActionContext,
  settings: Settings,
): Promise<vscode.CodeAction[]> {
  if (only?.contains(fixAllKind)) return fixAllActions(document, settings);
  if (only && !only.contains(vscode.CodeActionKind.QuickFix)) return [];
  const ours = diagnostics.filter(({ source }) => source === 'dataset');
  const isUnasked = triggerKind === vscode.CodeActionTriggerKind.Automatic;
  if (ours.length === 0 || (isUnasked && document.getText().length > longestUnasked)) return [];
  return quickFixActions(document, ours, settings);
}

async function fixAllActions(
  document: vscode.TextDocument,
  settings: Settings,
): Promise<vscode.CodeAction[]> {
  const { fixAll } = await import('../../dataset/fixes/fix-all.ts');
  const edits = await fixAll(document.getText(), formatOf(document), settings.validation(document.uri));
  if (edits.length === 0) return [];
  const action = new vscode.CodeAction(
    vscode.l10n.t('Fix all dataset problems that leave nothing to choose'),
  );
  action.kind = fixAllKind;
  action.edit = workspaceEdit(document, edits);
  return [action];
}

async function quickFixActions(
  document: vscode.TextDocument,
  diagnostics: readonly vscode.Diagnostic[],
  settings: Settings,
): Promise<vscode.CodeAction[]> {
  const { quickFixes } = await import('../../dataset/fixes/quick-fixes.ts');
  const of = (problem: Problem) => diagnostics.filter((diagnostic) => isSame(diagnostic, problem));
  const found = await quickFixes(
    document.getText(),
    formatOf(document),
    settings.validation(document.uri),
    (problem) => of(problem).length > 0,
  );
  return found.flatMap((each) => actionsOf(each, document, each.problems.flatMap(of)));
}

function actionsOf(
  { fix }: QuickFix,
  document: vscode.TextDocument,
  diagnostics: vscode.Diagnostic[],
): vscode.CodeAction[] {
  if (fix.kind === 'data-type') return settingActions(fix, document.uri, diagnostics);
  const action = new vscode.CodeAction(fix.title, vscode.CodeActionKind.QuickFix);
  action.diagnostics = diagnostics;
  action.isPreferred = fix.isPreferred;
  action.edit = workspaceEdit(document, [fix.edit]);
  return [action];
}

function settingActions(
  { dataType }: SettingFix,
  uri: vscode.Uri,
  diagnostics: vscode.Diagnostic[],
): vscode.CodeAction[] {
  return dataTypeTargets(uri).map((target) => {
    const title =
      target === vscode.ConfigurationTarget.Global
        ? vscode.l10n.t('Add "{0}" to the known data types, in the user settings', printable(dataType))
        : vscode.l10n.t('Add "{0}" to the known data types, in the workspace settings', printable(dataType));
    const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
    action.diagnostics = diagnostics;
    action.command = { title, command: '_dataset.addDataType', arguments: [dataType, uri, target] };
    return action;
  });
}

function workspaceEdit(document: vscode.TextDocument, edits: readonly Edit[]): vscode.WorkspaceEdit {
  const edit = new vscode.WorkspaceEdit();
  edit.set(
    document.uri,
    edits.map(({ newText, isSnippet, ...span }) => {
      const range = rangeOf(document, span);
      if (!isSnippet) return vscode.TextEdit.replace(range, newText);
      return vscode.SnippetTextEdit.replace(
        range,
        new vscode.SnippetString(unindented(document, range, newText)),
      );
    }),
  );
  return edit;
}

/** VS Code indents a snippet's lines as the line is in which it begins; the core has done so already. */
function unindented(document: vscode.TextDocument, { start }: vscode.Range, snippet: string): string {
  const before = document.lineAt(start.line).text.slice(0, start.character);
  const indent = /^[ \t]*/.exec(before)?.[0] ?? '';
  return snippet.replaceAll(`\n${indent}`, '\n');
}

function isSame({ code, range }: vscode.Diagnostic, problem: Problem): boolean {
  const { start, end } = problem.range;
  return (
    typeof code === 'object' &&
    code.value === problem.code &&
    range.isEqual(new vscode.Range(start.line, start.character, end.line, end.character))
  );
}
