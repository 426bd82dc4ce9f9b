import {
  type CodeAction,
  type CodeActionContext,
  CodeActionKind,
  commands,
  type Diagnostic,
  Disposable,
  l10n,
  languages,
  type Range,
  type TextDocument,
  type TextDocumentContentChangeEvent,
  Uri,
  workspace,
} from 'vscode';
import type { CheckFinding } from '../../../app/check/check-data.ts';
import { findingsPage } from '../../../app/messages/check-finding.ts';
import type { Span } from '../../../dataset/problem.ts';
import { noRuleSettings } from '../../../dataset/rules/settings.ts';
import type { TextLayout } from '../../../inference/data-format.ts';
import { isShownAsText } from '../../../inference/formats/formats.ts';
import type { ReadingChoices } from '../../../inference/source.ts';
import type { TaskChecking } from '../../documents/run-on-document.ts';
import { commandAction, rangeOf } from '../../documents/text-ranges.ts';
import { diagnosticOf } from '../../studio/problem-collection.ts';
import { readingOptionsTitle } from '../data-page.ts';
import type { CheckResult } from './run-check.ts';

/** What **Update Table from Data File…** starts from. */
export interface UpdateRequest {
  readonly dataset: Uri;
  /** The position of the table. */
  readonly table: number;
  /** The column to change, if it is about one. */
  readonly column?: string | undefined;
  readonly file: Uri;
  /** How the file was read. */
  readonly reading: ReadingChoices;
}

interface DataProblem {
  readonly span: Span;
  readonly diagnostic: Diagnostic;
  readonly finding: CheckFinding;
}

/** Problems of one check that are shown. */
const maxProblems = 1000;

/** The problems of data files, until those are checked again, or they are cleared. They move with the text that is edited. */
export class DataProblems implements Disposable {
  readonly #checks: TaskChecking['checks'];
  readonly #collection = languages.createDiagnosticCollection('dataset-data');
  readonly #problems = new Map<string, readonly DataProblem[]>();
  readonly #registrations: Disposable;
  /** The last check of each file. */
  readonly #results = new Map<string, CheckResult>();

  constructor(checks: TaskChecking['checks']) {
    this.#checks = checks;
    const provider = {
      provideCodeActions: ({ uri }: TextDocument, range: Range, { diagnostics }: CodeActionContext) =>
        this.#actionsAt(uri, range, diagnostics),
    };
    this.#registrations = Disposable.from(
      languages.registerCodeActionsProvider('*', provider, {
        providedCodeActionKinds: [CodeActionKind.QuickFix],
      }),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        const problems = this.#problems.get(document.uri.toString());
        if (problems !== undefined && contentChanges.length > 0)
          this.#set(document, contentChanges.reduce(moved, problems));
      }),
    );
  }

  /** Shows the findings in place of all others about the same files. Returns those of files that VS Code can't show as text. */
  async show(result: CheckResult): Promise<readonly CheckFinding[]> {
    for (const file of result.files) this.#results.set(file.toString(), result);
    // Until its problems are located, a file may be checked again, or its problems cleared.
    const isLatest = (file: Uri) => this.#results.get(file.toString()) === result;
    const unshown: CheckFinding[] = [];
    const shown: [TextDocument, readonly DataProblem[]][] = [];
    let left = maxProblems;
    for (const file of result.files) {
      const findings = result.findings.filter((finding) => finding.file === file.toString());
      if (findings.length === 0) continue;
      const document = isShownAsText(file.path) ? await openText(file) : undefined;
      if (document === undefined) unshown.push(...findings);
      else shown.push([document, await this.#locate(document, findings.slice(0, left), result)]);
      left = Math.max(left - findings.length, 0);
    }
    const latest = shown.filter(([{ uri }]) => isLatest(uri));
    this.clear(result.files.filter(isLatest));
    for (const [document, problems] of latest) {
      this.#results.set(document.uri.toString(), result);
      this.#set(document, problems);
    }
    this.#onChange();
    return unshown;
  }

  /** `files`: by default all. */
  clear(files?: readonly Uri[]): void {
    if (files === undefined) {
      this.#collection.clear();
      this.#problems.clear();
      this.#results.clear();
    }
    for (const file of files ?? []) {
      this.#collection.delete(file);
      this.#problems.delete(file.toString());
      this.#results.delete(file.toString());
    }
    this.#onChange();
  }

  #onChange(): void {
    void commands.executeCommand('setContext', 'dataset.hasDataProblems', this.#problems.size > 0);
  }

  /** The first update of a table that may resolve findings of a check. */
  updateOf(result: CheckResult): UpdateRequest | undefined {
    const { dataset, reading } = result;
    for (const file of result.files)
      for (const finding of result.findings) {
        const table = finding.file === file.toString() ? updatedTable(finding, result) : -1;
        if (table >= 0) return { dataset, table, file, reading };
      }
    return undefined;
  }

  async #locate(
    document: TextDocument,
    findings: readonly CheckFinding[],
    check: CheckResult,
  ): Promise<DataProblem[]> {
    const layouts = check.layouts.get(document.uri.toString()) ?? new Map<string, TextLayout>();
    const task = { kind: 'findCells', places: findings, layouts } as const;
    const found = await this.#checks.run(task, document.getText(), 'json', noRuleSettings);
    const cells = found.kind === 'done' ? found.answer : [];
    const documentation = Uri.parse(findingsPage);
    return findings.map((finding, index) => {
      const line = document.lineAt(Math.min(Math.max(finding.line ?? 1, 1), document.lineCount) - 1).range;
      const span = cells[index] ?? { start: document.offsetAt(line.start), end: document.offsetAt(line.end) };
      const severity = finding.severity === 'note' ? 'info' : finding.severity;
      const diagnostic = diagnosticOf({ range: line, message: finding.message, severity });
      diagnostic.code = { value: finding.code, target: documentation };
      return { span, diagnostic, finding };
    });
  }

  #set(document: TextDocument, problems: readonly DataProblem[]): void {
    const { uri } = document;
    for (const { diagnostic, span } of problems) diagnostic.range = rangeOf(document, span);
    if (problems.length > 0) this.#problems.set(uri.toString(), problems);
    else this.#problems.delete(uri.toString());
    this.#collection.set(
      uri,
      problems.map(({ diagnostic }) => diagnostic),
    );
  }

  #actionsAt(uri: Uri, range: Range, diagnostics: readonly Diagnostic[]): CodeAction[] {
    const found = (this.#problems.get(uri.toString()) ?? []).filter(({ diagnostic }) =>
      diagnostic.range.intersection(range),
    );
    const codes = new Set(found.map(({ finding }) => finding.code as unknown));
    const problems = diagnostics.filter(
      ({ source, code }) => source === 'dataset' && codes.has(typeof code === 'object' ? code.value : code),
    );
    const result = this.#results.get(uri.toString());
    if (problems.length === 0 || result === undefined) return [];
    const { dataset, reading } = result;
    const updated = found.find(({ finding }) => updatedTable(finding, result) >= 0)?.finding;
    const table = updated && updatedTable(updated, result);
    const update = { dataset, table, column: updated?.column ?? undefined, file: uri, reading };
    const fix = (title: string, command: string, ...args: unknown[]) =>
      commandAction(title, CodeActionKind.QuickFix, command, args, problems);
    const updateFix = fix(l10n.t('Update table from data file…'), 'dataset.updateFromData', dataset, update);
    return [
      ...(table === undefined ? [] : [updateFix]),
      fix(readingOptionsTitle(), '_dataset.readDataAgain', uri),
      fix(l10n.t('Check Again'), '_dataset.checkDataAgain', uri),
      fix(l10n.t('Clear the problems of data files'), 'dataset.clearDataProblems'),
    ];
  }

  dispose(): void {
    this.#collection.dispose();
    this.#registrations.dispose();
  }
}

async function openText(file: Uri): Promise<TextDocument | undefined> {
  try {
    return await workspace.openTextDocument(file);
  } catch {
    // Too large, for example.
    return undefined;
  }
}

/** The position of the table whose update may resolve a finding, or -1. */
function updatedTable({ table, column, severity }: CheckFinding, { tables }: CheckResult): number {
  return column !== null && severity === 'error' && table !== null ? tables.indexOf(table) : -1;
}

/** Problems after a change of the text: what is behind it moves, what it touches goes. */
function moved(
  problems: readonly DataProblem[],
  { rangeOffset, rangeLength, text }: TextDocumentContentChangeEvent,
): readonly DataProblem[] {
  const by = text.length - rangeLength;
  return problems.flatMap((problem) => {
    const { start, end } = problem.span;
    if (end < rangeOffset) return [problem];
    if (start <= rangeOffset + rangeLength) return [];
    return [{ ...problem, span: { start: start + by, end: end + by } }];
  });
}
