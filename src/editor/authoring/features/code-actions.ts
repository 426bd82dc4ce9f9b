import * as vscode from 'vscode';
import type { Edit, SettingFix } from '../../../dataset/fixes/fix.ts';
import type { QuickFix } from '../../../dataset/fixes/quick-fixes.ts';
import type { Problem, RuleCode } from '../../../dataset/problem.ts';
import { defaultSeverities } from '../../../dataset/rules/settings.ts';
import { printable } from '../../../text/printable.ts';
import type { Settings } from '../../studio/settings.ts';
import type { TextChecks } from '../checking/text-checks.ts';
import { isSamePlace } from '../workspace/same-place.ts';
import { dataTypeTargets } from './data-type-setting.ts';
import { fixAllKind } from './fix-all-kind.ts';
import { formatOf, isTooLargeUnasked, rangeOf } from './text-ranges.ts';

export interface CodeActionsParts {
  readonly settings: Settings;
  readonly checks: TextChecks;
}

/** What is to be done about the problems at the cursor, or about all of a document. */
export async function codeActions(
  document: vscode.TextDocument,
  { only, diagnostics, triggerKind }: vscode.CodeActionContext,
  parts: CodeActionsParts,
): Promise<vscode.CodeAction[]> {
  if (only?.contains(fixAllKind)) return fixAllActions(document, parts);
  if (only && !only.contains(vscode.CodeActionKind.QuickFix)) return [];
  const ours = diagnostics.filter(({ source }) => source === 'dataset');
  const isUnasked = triggerKind === vscode.CodeActionTriggerKind.Automatic;
  // The light bulb doesn't look by itself into a large text.
  if (ours.length === 0 || (isUnasked && isTooLargeUnasked(document))) return [];
  return quickFixActions(document, ours, parts);
}

async function fixAllActions(
  document: vscode.TextDocument,
  { settings, checks }: CodeActionsParts,
): Promise<vscode.CodeAction[]> {
  const { version } = document;
  const edits = await checks.fixAll(
    document.getText(),
    formatOf(document),
    settings.validation(document.uri),
  );
  // Someone has typed meanwhile.
  if (document.version !== version) return [];
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
  { settings, checks }: CodeActionsParts,
): Promise<vscode.CodeAction[]> {
  const { version } = document;
  const of = (problem: Problem) => diagnostics.filter((diagnostic) => isSame(diagnostic, problem));
  const found = await checks.quickFixes(
    document.getText(),
    formatOf(document),
    settings.validation(document.uri),
    diagnostics.flatMap((diagnostic) => problemOf(diagnostic) ?? []),
  );
  if (document.version !== version) return [];
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

/** The rule and the place of a diagnostic of ours. */
function problemOf({ code, range }: vscode.Diagnostic): Pick<Problem, 'code' | 'range'> | undefined {
  if (typeof code !== 'object' || !isRuleCode(code.value)) return undefined;
  const { start, end } = range;
  return {
    code: code.value,
    range: {
      start: { line: start.line, character: start.character },
      end: { line: end.line, character: end.character },
    },
  };
}

function isRuleCode(code: unknown): code is RuleCode {
  return typeof code === 'string' && Object.hasOwn(defaultSeverities, code);
}

function isSame(diagnostic: vscode.Diagnostic, problem: Problem): boolean {
  const other = problemOf(diagnostic);
  return other !== undefined && isSamePlace(other, problem);
}
