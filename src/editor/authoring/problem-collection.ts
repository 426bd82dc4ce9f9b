import * as vscode from 'vscode';
import type { Problem, Range, Severity } from '../../dataset/problem.ts';

const severities: Readonly<Record<Severity, vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  info: vscode.DiagnosticSeverity.Information,
  hint: vscode.DiagnosticSeverity.Hint,
};

/**
 * The problems that the Problems panel shows, of open files and of closed ones. There is one collection for both,
 * so that no problem can stand in it twice; whoever speaks of a file last, speaks for it.
 */
export class ProblemCollection implements vscode.Disposable {
  readonly #rulesPage: vscode.Uri;
  readonly #collection = vscode.languages.createDiagnosticCollection('dataset');

  /** `rulesPage`: where each rule is explained, under an anchor of its code. */
  constructor(rulesPage: vscode.Uri) {
    this.#rulesPage = rulesPage;
  }

  set(uri: vscode.Uri, problems: readonly Problem[]): void {
    if (problems.length === 0) this.delete(uri);
    else
      this.#collection.set(
        uri,
        problems.map((problem) => this.#diagnostic(problem, uri)),
      );
  }

  get(uri: vscode.Uri): readonly vscode.Diagnostic[] {
    return this.#collection.get(uri) ?? [];
  }

  delete(uri: vscode.Uri): void {
    // Each time is a message to the window, and mostly there is nothing.
    if (this.#collection.has(uri)) this.#collection.delete(uri);
  }

  dispose(): void {
    this.#collection.dispose();
  }

  #diagnostic(problem: Problem, uri: vscode.Uri): vscode.Diagnostic {
    const diagnostic = new vscode.Diagnostic(
      toRange(problem.range),
      problem.message,
      severities[problem.severity],
    );
    diagnostic.source = 'dataset';
    diagnostic.code = { value: problem.code, target: this.#rulesPage.with({ fragment: problem.code }) };
    if (problem.related)
      diagnostic.relatedInformation = [
        new vscode.DiagnosticRelatedInformation(
          new vscode.Location(uri, toRange(problem.related.range)),
          problem.related.message,
        ),
      ];
    return diagnostic;
  }
}

function toRange({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}
