import {
  type CodeAction,
  type CodeActionContext,
  CodeActionKind,
  commands,
  type Diagnostic,
  type Disposable,
  l10n,
  languages,
  type Range,
  type TextDocument,
  Uri,
  workspace,
} from 'vscode';
import type { CheckFinding } from '../../../app/check/check-data.ts';
import { findingsPage } from '../../../app/messages/check-finding.ts';
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
  readonly diagnostic: Diagnostic;
  readonly finding: CheckFinding;
  readonly result: CheckResult;
}

/** Problems of one check that are shown. */
const maxProblems = 1000;

/** Shows the problems of data files. */
export class DataProblems implements Disposable {
  readonly #checks: TaskChecking['checks'];
  readonly #collection = languages.createDiagnosticCollection('dataset-data');
  readonly #problems = new Map<string, readonly DataProblem[]>();
  readonly #registration: Disposable;

  constructor(checks: TaskChecking['checks']) {
    this.#checks = checks;
    const provider = {
      provideCodeActions: ({ uri }: TextDocument, range: Range, { diagnostics }: CodeActionContext) =>
        this.#actionsAt(uri, range, diagnostics),
    };
    this.#registration = languages.registerCodeActionsProvider('*', provider, {
      providedCodeActionKinds: [CodeActionKind.QuickFix],
    });
  }

  /**
   * Shows the findings in place of all others about the same files, unless `signal` is aborted before they are located. Returns those
   * of files that VS Code can't show as text.
   */
  async show(result: CheckResult, signal: AbortSignal): Promise<readonly CheckFinding[]> {
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
    if (signal.aborted) return [];
    this.clear(result.files);
    for (const [{ uri, isDirty }, problems] of shown) if (!isDirty) this.#set(uri, problems);
    this.#onChange();
    return unshown;
  }

  /** `files`: by default all. */
  clear(files: readonly Uri[] = [...this.#problems.keys()].map((file) => Uri.parse(file))): void {
    for (const file of files) this.#set(file, []);
    this.#onChange();
  }

  #onChange(): void {
    void commands.executeCommand('setContext', 'dataset.hasDataProblems', this.#problems.size > 0);
  }

  #set(file: Uri, problems: readonly DataProblem[]): void {
    if (problems.length > 0) this.#problems.set(file.toString(), problems);
    else this.#problems.delete(file.toString());
    this.#collection.set(
      file,
      problems.map(({ diagnostic }) => diagnostic),
    );
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
    result: CheckResult,
  ): Promise<DataProblem[]> {
    const layouts = result.layouts.get(document.uri.toString()) ?? new Map<string, TextLayout>();
    const task = { kind: 'findCells', places: findings, layouts } as const;
    const found = await this.#checks.run(task, document.getText(), 'json', noRuleSettings);
    const cells = found.kind === 'done' ? found.answer : [];
    const documentation = Uri.parse(findingsPage);
    return findings.map((finding, index) => {
      const line = document.lineAt(Math.min(Math.max(finding.line ?? 1, 1), document.lineCount) - 1).range;
      const cell = cells[index];
      const range = cell ? rangeOf(document, cell) : line;
      const severity = finding.severity === 'note' ? 'info' : finding.severity;
      const diagnostic = diagnosticOf({ range, message: finding.message, severity });
      diagnostic.code = { value: finding.code, target: documentation };
      return { diagnostic, finding, result };
    });
  }

  #actionsAt(uri: Uri, range: Range, diagnostics: readonly Diagnostic[]): CodeAction[] {
    const found = (this.#problems.get(uri.toString()) ?? []).filter(({ diagnostic }) =>
      diagnostic.range.intersection(range),
    );
    const codes = new Set(found.map(({ finding }) => finding.code as unknown));
    const problems = diagnostics.filter(
      ({ source, code }) => source === 'dataset' && codes.has(typeof code === 'object' ? code.value : code),
    );
    const result = found[0]?.result;
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
    this.#registration.dispose();
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
