import {
  CodeAction,
  type CodeActionContext,
  CodeActionKind,
  commands,
  Diagnostic,
  DiagnosticSeverity,
  type Disposable,
  l10n,
  languages,
  Range,
  type TextDocument,
  type Uri,
  workspace,
} from 'vscode';
import type { CheckFinding } from '../../../app/check-data.ts';
import type { ReadingChoices } from '../../../inference/source.ts';
import { findCell } from './find-cell.ts';

/** What **Update Table from Data File…** starts from. */
export interface UpdateRequest {
  readonly dataset: Uri;
  /** The position of the table. */
  readonly table: number;
  readonly file: Uri;
  /** How the file was read. */
  readonly reading: ReadingChoices;
}

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  note: DiagnosticSeverity.Information,
} as const;

/** The problems of data files, until the next check, or until they are cleared. */
export class DataProblems implements Disposable {
  readonly #collection = languages.createDiagnosticCollection('dataset-data');
  /** How the user wants files to be read that are checked together, by their URIs. */
  readonly readings = new Map<string, ReadingChoices>();
  readonly #updates = new Map<string, UpdateRequest>();
  readonly #actions: Disposable;

  constructor() {
    const provider = {
      provideCodeActions: ({ uri }: TextDocument, range: Range, { diagnostics }: CodeActionContext) =>
        this.#actionsAt(uri, range, diagnostics),
    };
    this.#actions = languages.registerCodeActionsProvider('*', provider, {
      providedCodeActionKinds: [CodeActionKind.QuickFix],
    });
  }

  /** Shows the findings of a text file. Returns false if VS Code can't show it as text. `update`: what may resolve them. */
  async show(
    file: Uri,
    findings: readonly CheckFinding[],
    update: UpdateRequest | undefined,
  ): Promise<boolean> {
    const document = await Promise.resolve(workspace.openTextDocument(file)).catch(() => undefined);
    if (document === undefined) return false;
    const text = document.getText();
    if (update !== undefined) this.#updates.set(file.toString(), update);
    void commands.executeCommand('setContext', 'dataset.hasDataProblems', true);
    this.#collection.set(
      file,
      findings.map((finding) => {
        const line = document.lineAt(Math.min(Math.max(finding.line ?? 1, 1), document.lineCount) - 1).range;
        const span = findCell(
          text,
          { start: document.offsetAt(line.start), end: document.offsetAt(line.end) },
          finding,
        );
        const range = span && new Range(document.positionAt(span.start), document.positionAt(span.end));
        const problem = new Diagnostic(range ?? line, finding.message, severities[finding.severity]);
        problem.source = 'dataset';
        problem.code = finding.code;
        return problem;
      }),
    );
    return true;
  }

  clear(): void {
    this.#collection.clear();
    this.#updates.clear();
    void commands.executeCommand('setContext', 'dataset.hasDataProblems', false);
  }

  #actionsAt(uri: Uri, range: Range, diagnostics: readonly Diagnostic[]): CodeAction[] {
    const codes = new Set(
      (this.#collection.get(uri) ?? [])
        .filter((each) => each.range.intersection(range))
        .map(({ code }) => code),
    );
    const problems = diagnostics.filter(({ source, code }) => source === 'dataset' && codes.has(code));
    if (problems.length === 0) return [];
    const update = this.#updates.get(uri.toString());
    return [
      ...(update === undefined
        ? []
        : [
            action(l10n.t('Update table from data file…'), problems, 'dataset.updateFromData', [
              update.dataset,
              update,
            ]),
          ]),
      action(l10n.t('Clear the problems of data files'), problems, 'dataset.clearDataProblems', []),
    ];
  }

  dispose(): void {
    this.#collection.dispose();
    this.#actions.dispose();
  }
}

function action(title: string, diagnostics: Diagnostic[], command: string, args: unknown[]): CodeAction {
  const fix = new CodeAction(title, CodeActionKind.QuickFix);
  fix.diagnostics = diagnostics;
  fix.command = { title, command, arguments: args };
  return fix;
}
