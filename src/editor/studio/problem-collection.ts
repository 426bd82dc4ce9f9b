import {
  Diagnostic,
  DiagnosticRelatedInformation,
  DiagnosticSeverity,
  type Disposable,
  Location,
  languages,
  Range,
  Uri,
} from 'vscode';
import { type Problem, rulesPage, type Severity } from '../../dataset/problem.ts';

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** In milliseconds. Problems of files that are queued within this time are shown together. */
const batchDelay = 50;

/** VS Code shows at most 1,100 problems of one update and drops the others silently. */
const maxProblemsPerUpdate = 1000;

/**
 * The problems in the Problems panel, of open and of closed files. Both share one collection so that no problem is
 * shown twice. The latest problems of a file replace its earlier ones.
 */
export class ProblemCollection implements Disposable {
  /** Problems that are not shown yet, by URI. */
  readonly #queued = new Map<string, readonly [Uri, readonly Diagnostic[]]>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #collection = languages.createDiagnosticCollection('dataset');

  /** Shows the problems soon, together with those of other files: each update is a message to the window. */
  set(uri: Uri, problems: readonly Problem[]): void {
    const key = uri.toString();
    // Most files have no problems.
    if (problems.length === 0 && !this.#collection.has(uri)) this.#queued.delete(key);
    else {
      this.#queued.set(key, [uri, problems.map((problem) => withCode(problem, uri))]);
      this.#timer ??= setTimeout(() => this.flush(), batchDelay);
    }
  }

  get(uri: Uri): readonly Diagnostic[] {
    return this.#queued.get(uri.toString())?.[1] ?? this.#collection.get(uri) ?? [];
  }

  delete(uri: Uri): void {
    this.set(uri, []);
  }

  /** Shows all queued problems now. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    let update: [Uri, readonly Diagnostic[]][] = [];
    let count = 0;
    for (const [uri, diagnostics] of this.#queued.values()) {
      if (update.length > 0 && count + diagnostics.length > maxProblemsPerUpdate) {
        this.#collection.set(update);
        update = [];
        count = 0;
      }
      update.push([uri, diagnostics]);
      count += diagnostics.length;
    }
    this.#queued.clear();
    if (update.length > 0) this.#collection.set(update);
  }

  /** Sends the problems to the window again. */
  showAgain(): void {
    const shown = [...this.#collection];
    for (const [uri, diagnostics] of shown)
      if (!this.#queued.has(uri.toString())) this.#queued.set(uri.toString(), [uri, diagnostics]);
    this.flush();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#collection.dispose();
  }
}

function withCode(problem: Problem, uri: Uri): Diagnostic {
  const diagnostic = diagnosticOf(problem);
  diagnostic.code = { value: problem.code, target: Uri.parse(`${rulesPage}#${problem.code}`) };
  if (problem.related)
    diagnostic.relatedInformation = [
      new DiagnosticRelatedInformation(
        new Location(uri, toRange(problem.related.range)),
        problem.related.message,
      ),
    ];
  return diagnostic;
}

export function diagnosticOf({
  range,
  message,
  severity,
}: Pick<Problem, 'range' | 'message' | 'severity'>): Diagnostic {
  const diagnostic = new Diagnostic(toRange(range), message, severities[severity]);
  diagnostic.source = 'dataset';
  return diagnostic;
}

/** The range of a problem. */
export function toRange({ start, end }: Problem['range']): Range {
  return new Range(start.line, start.character, end.line, end.character);
}
