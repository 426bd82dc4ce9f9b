import {
  Diagnostic,
  DiagnosticRelatedInformation,
  DiagnosticSeverity,
  type Disposable,
  Location,
  languages,
  Range,
  type Uri,
} from 'vscode';
import type { Problem, Severity } from '../../../dataset/problem.ts';

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** Time in milliseconds in which problems gather. */
const gathering = 50;

/** Of what one message holds, VS Code shows 1,100 problems, and drops the rest without a word. */
const mostInMessage = 1000;

/**
 * The problems that the Problems panel shows, of open files and of closed ones. There is one collection for both,
 * so that no problem can stand in it twice; whoever speaks of a file last, speaks for it.
 */
export class ProblemCollection implements Disposable {
  readonly #rulesPage: Uri;
  /** What is to be shown soon, by URI. */
  readonly #gathered = new Map<string, readonly [Uri, readonly Diagnostic[]]>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #collection = languages.createDiagnosticCollection('dataset');

  /** `rulesPage`: where each rule is explained, under an anchor of its code. */
  constructor(rulesPage: Uri) {
    this.#rulesPage = rulesPage;
  }

  set(uri: Uri, problems: readonly Problem[]): void {
    this.#gathered.delete(uri.toString());
    if (problems.length === 0) this.delete(uri);
    else this.#collection.set(uri, this.#diagnostics(problems, uri));
  }

  /** Shows them with those of other files: a message to the window for each file would keep it busy. */
  setSoon(uri: Uri, problems: readonly Problem[]): void {
    if (problems.length === 0 && !this.#collection.has(uri)) {
      this.#gathered.delete(uri.toString());
      return;
    }
    this.#gathered.set(uri.toString(), [uri, this.#diagnostics(problems, uri)]);
    this.#timer ??= setTimeout(() => this.showGathered(), gathering);
  }

  get(uri: Uri): readonly Diagnostic[] {
    return this.#gathered.get(uri.toString())?.[1] ?? this.#collection.get(uri) ?? [];
  }

  delete(uri: Uri): void {
    this.#gathered.delete(uri.toString());
    // Each time is a message to the window, and mostly there is nothing.
    if (this.#collection.has(uri)) this.#collection.delete(uri);
  }

  /** Shows what was to be shown soon. */
  showGathered(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    let message: [Uri, readonly Diagnostic[]][] = [];
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

  #diagnostics(problems: readonly Problem[], uri: Uri): Diagnostic[] {
    return problems.map((problem) => this.#diagnostic(problem, uri));
  }

  #diagnostic(problem: Problem, uri: Uri): Diagnostic {
    const diagnostic = new Diagnostic(toRange(problem.range), problem.message, severities[problem.severity]);
    diagnostic.source = 'dataset';
    diagnostic.code = { value: problem.code, target: this.#rulesPage.with({ fragment: problem.code }) };
    if (problem.related)
      diagnostic.relatedInformation = [
        new DiagnosticRelatedInformation(
          new Location(uri, toRange(problem.related.range)),
          problem.related.message,
        ),
      ];
    return diagnostic;
  }
}

function toRange({ start, end }: Problem['range']): Range {
  return new Range(start.line, start.character, end.line, end.character);
}
