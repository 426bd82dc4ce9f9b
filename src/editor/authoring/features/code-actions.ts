import {
  type CancellationToken,
  CodeAction,
  type CodeActionContext,
  CodeActionKind,
  CodeActionTriggerKind,
  type Diagnostic,
  l10n,
  type Range,
  SnippetString,
  SnippetTextEdit,
  type TextDocument,
  TextEdit,
  type Uri,
  WorkspaceEdit,
} from 'vscode';
import type { Edit, EditFix } from '../../../dataset/fixes/fix-edit.ts';
import { isSameProblem, type Problem, type RuleCode, ruleTable } from '../../../dataset/problem.ts';
import type { Declaration } from '../../../dataset/rules/conventions.ts';
import { printable } from '../../../text/printable.ts';
import { runOnDocument } from '../../documents/run-on-document.ts';
import { commandAction, isTooLargeForLiveFeatures, rangeOf } from '../../documents/text-ranges.ts';
import type { CommonStudio } from '../../studio/common-studio.ts';
import { homeOf } from './declare.ts';

/** The code action kind of *Fix All* for datasets, for example for `editor.codeActionsOnSave`. */
export const fixAllKind = CodeActionKind.SourceFixAll.append('dataset');

/** Quick fixes for the problems at the cursor, or the *Fix All* action of a document. */
export async function codeActions(
  document: TextDocument,
  { only, diagnostics, triggerKind }: CodeActionContext,
  studio: CommonStudio,
  token: CancellationToken,
): Promise<CodeAction[]> {
  if (only?.contains(fixAllKind)) return fixAllActions(document, studio, token);
  if (only && !only.contains(CodeActionKind.QuickFix)) return [];
  const datasetDiagnostics = diagnostics.filter(({ source }) => source === 'dataset');
  const isAutomatic = triggerKind === CodeActionTriggerKind.Automatic;
  // VS Code requests actions for the light bulb each time the cursor moves.
  if (datasetDiagnostics.length === 0 || (isAutomatic && isTooLargeForLiveFeatures(document))) return [];
  return quickFixActions(document, datasetDiagnostics, studio, token);
}

async function fixAllActions(
  document: TextDocument,
  studio: CommonStudio,
  token: CancellationToken,
): Promise<CodeAction[]> {
  const edits = await runOnDocument(document, { kind: 'fixAll' }, studio, token);
  if (edits === undefined || edits.length === 0) return [];
  const action = new CodeAction(l10n.t('Fix all auto-fixable dataset problems'));
  action.kind = fixAllKind;
  action.edit = workspaceEdit(document, edits);
  return [action];
}

async function quickFixActions(
  document: TextDocument,
  diagnostics: readonly Diagnostic[],
  studio: CommonStudio,
  token: CancellationToken,
): Promise<CodeAction[]> {
  const diagnosticsOf = (problem: Problem) =>
    diagnostics.filter((diagnostic) => hasProblem(diagnostic, problem));
  const requested = diagnostics.flatMap((diagnostic) => problemOf(diagnostic) ?? []);
  const found = (await runOnDocument(document, { kind: 'quickFixes', requested }, studio, token)) ?? [];
  const actions: CodeAction[] = [];
  for (const { fix, problems } of found) {
    const fixed = problems.flatMap(diagnosticsOf);
    if (fix.kind === 'edit') actions.push(...(await editActions(fix, document, fixed, studio)));
    else actions.push(...(await declareActions(fix.declaration, document.uri, fixed, studio)));
  }
  // With an error, a dataset is not accepted: it can't be turned off by a fix.
  for (const code of new Set(requested.map((problem) => problem.code)))
    if (ruleTable[code].severity !== 'error') {
      const ofRule = diagnostics.filter((diagnostic) => problemOf(diagnostic)?.code === code);
      actions.push(...(await declareActions({ kind: 'rule-off', code }, document.uri, ofRule, studio)));
    }
  return actions;
}

async function editActions(
  { title, edit, isPreferred, declares: dataType }: EditFix,
  document: TextDocument,
  diagnostics: Diagnostic[],
  { settings }: CommonStudio,
): Promise<CodeAction[]> {
  const action = new CodeAction(title, CodeActionKind.QuickFix);
  action.diagnostics = diagnostics;
  action.isPreferred = isPreferred;
  action.edit = workspaceEdit(document, [edit]);
  if (dataType === undefined) return [action];
  const declaration: Declaration = { kind: 'data-type', dataType };
  const home = await homeOf(declaration, document.uri, settings);
  if (home === undefined) return [];
  // VS Code makes the edit first.
  action.title = l10n.t('Change to "{0}", and add it to {1}', printable(dataType), home.name);
  action.command = {
    title: home.title,
    command: '_dataset.declare',
    arguments: [declaration, document.uri, home.title],
  };
  return [action];
}

async function declareActions(
  declaration: Declaration,
  uri: Uri,
  diagnostics: Diagnostic[],
  { settings }: CommonStudio,
): Promise<CodeAction[]> {
  const { QuickFix } = CodeActionKind;
  const { title } = (await homeOf(declaration, uri, settings)) ?? {};
  if (title === undefined) return [];
  return [commandAction(title, QuickFix, '_dataset.declare', [declaration, uri, title], diagnostics)];
}

function workspaceEdit(document: TextDocument, edits: readonly Edit[]): WorkspaceEdit {
  const edit = new WorkspaceEdit();
  edit.set(
    document.uri,
    edits.map(({ newText, isSnippet, ...span }) => {
      const range = rangeOf(document, span);
      if (!isSnippet) return TextEdit.replace(range, newText);
      return SnippetTextEdit.replace(range, new SnippetString(withoutIndentation(document, range, newText)));
    }),
  );
  return edit;
}

/** Removes indentation that VS Code adds again: it indents a snippet's lines like the line that contains the start. */
function withoutIndentation(document: TextDocument, { start }: Range, snippet: string): string {
  const before = document.lineAt(start.line).text.slice(0, start.character);
  const indent = /^[ \t]*/.exec(before)?.[0] ?? '';
  return snippet.replaceAll(`\n${indent}`, '\n');
}

/** The rule and range of a dataset diagnostic. Undefined if the diagnostic has no rule code. */
function problemOf({ code, range }: Diagnostic): Pick<Problem, 'code' | 'range'> | undefined {
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
  return typeof code === 'string' && Object.hasOwn(ruleTable, code);
}

function hasProblem(diagnostic: Diagnostic, problem: Problem): boolean {
  const reported = problemOf(diagnostic);
  return reported !== undefined && isSameProblem(reported, problem);
}
