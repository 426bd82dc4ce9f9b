import * as vscode from 'vscode';
import type { Problem, Range, Severity } from '../../../dataset/problem.ts';

const severities: Readonly<Record<Severity, vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  info: vscode.DiagnosticSeverity.Information,
  hint: vscode.DiagnosticSeverity.Hint,
};

/** Time in milliseconds in which problems gather. */
const gathering = 50;

/** Of what one message holds, VS Code shows 1,100 problems, and drops the rest without a word. */
const mostInMessage = 1000;

/**
 * The problems that the Problems panel shows, of open files and of closed ones. There is one collection for both,
 * so that no problem can stand in it twice; whoever speaks of a file last, speaks for it.
 */
export class ProblemCollection implements vscode.Disposable {
  readonly #rulesPage: vscode.Uri;
  /** What is to be shown soon, by URI. */
  readonly #gathered = new Map<string, readonly [vscode.Uri, readonly vscode.Diagnostic[]]>();
  #timer: NodeJS.Timeout | undefined;
  readonly #collection = vscode.languages.createDiagnosticCollection('dataset');

  /** `rulesPage`: where each rule is explained, under an anchor of its code. */
  constructor(rulesPage: vscode.Uri) {
    this.#rulesPage = rulesPage;
  }

  set(uri: vscode.Uri, problems: readonly Problem[]): void {
    this.#gathered.delete(uri.toString());
    if (problems.length === 0) this.delete(uri);
    else this.#collection.set(uri, this.#diagnostics(problems, uri));
  }

  /** Shows them with those of other files: a message to the window for each file would keep it busy. */
  setSoon(uri: vscode.Uri, problems: readonly Problem[]): void {
    if (problems.length === 0 && !this.#collection.has(uri)) {
      this.#gathered.delete(uri.toString());
      return;
    }
    this.#gathered.set(uri.toString(), [uri, this.#diagnostics(problems, uri)]);
    this.#timer ??= setTimeout(() => this.showGathered(), gathering);
  }

  get(uri: vscode.Uri): readonly vscode.Diagnostic[] {
    return this.#gathered.get(uri.toString())?.[1] ?? this.#collection.get(uri) ?? [];
  }

  delete(uri: vscode.Uri): void {
    this.#gathered.delete(uri.toString());
    // Each time is a message to the window, and mostly there is nothing.
    if (this.#collection.has(uri)) this.#collection.delete(uri);
  }

  /** Shows what was to be shown soon. */
  showGathered(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    let message: [vscode.Uri, readonly vscode.Diagnostic[]][] = [];
    let count = 0;
    for (const [uri, diagnostics] of this.#gathered.values()) {
      if (message.length > 0 && count + diagnostics.length > mostInMessage) {
        this.#collection.set(message);
        message = [];
        count = 0;
      }
      message.push([uri, diagnostics]);
      count += diagnostics.length;
    }
    this.#gathered.clear();
    if (message.length > 0) this.#collection.set(message);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#collection.dispose();
  }

  #diagnostics(problems: readonly Problem[], uri: vscode.Uri): vscode.Diagnostic[] {
    return problems.map((problem) => this.#diagnostic(problem, uri));
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
