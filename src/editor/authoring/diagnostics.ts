import * as vscode from 'vscode';
import { type DocumentFormat, validateText } from '../../dataset/document.ts';
import type { Problem, Range, Severity } from '../../dataset/problem.ts';
import type { Settings } from '../settings.ts';

/** Our own languages: no other extension validates them, so that each problem stands in the Problems panel once. */
export const languages: Readonly<Record<string, DocumentFormat>> = {
  'dataset-json': 'json',
  'dataset-yaml': 'yaml',
};

const severities: Readonly<Record<Severity, vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  info: vscode.DiagnosticSeverity.Information,
  hint: vscode.DiagnosticSeverity.Hint,
};

/** A pause in typing after which a document is checked, in milliseconds. */
const typingPause = 150;

/** Keeps the problems of open dataset documents up to date: while typing, and when a setting changes. */
export class Diagnostics implements vscode.Disposable {
  readonly #settings: Settings;
  readonly #rulesPage: vscode.Uri;
  readonly #collection = vscode.languages.createDiagnosticCollection('dataset');
  readonly #pending = new Map<string, NodeJS.Timeout>();
  readonly #registrations: vscode.Disposable[];

  /** `rulesPage`: where each rule is explained, under an anchor of its code. */
  constructor(settings: Settings, rulesPage: vscode.Uri) {
    this.#settings = settings;
    this.#rulesPage = rulesPage;
    this.#registrations = [
      this.#collection,
      vscode.workspace.onDidOpenTextDocument((document) => this.#check(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#schedule(document)),
      vscode.workspace.onDidCloseTextDocument((document) => this.#forget(document)),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('dataset')) this.#checkAll();
      }),
    ];
    this.#checkAll();
  }

  dispose(): void {
    for (const timer of this.#pending.values()) clearTimeout(timer);
    for (const registration of this.#registrations) registration.dispose();
  }

  #checkAll(): void {
    for (const document of vscode.workspace.textDocuments) void this.#check(document);
  }

  #schedule(document: vscode.TextDocument): void {
    if (!languages[document.languageId]) return;
    const key = document.uri.toString();
    clearTimeout(this.#pending.get(key));
    this.#pending.set(
      key,
      setTimeout(() => {
        this.#pending.delete(key);
        void this.#check(document);
      }, typingPause),
    );
  }

  async #check(document: vscode.TextDocument): Promise<void> {
    const format = languages[document.languageId];
    if (!format || document.isClosed) return;
    if (!this.#settings.validates(document.uri)) {
      this.#collection.delete(document.uri);
      return;
    }
    const { version } = document;
    const problems = await validateText(document.getText(), format, this.#settings.validation(document.uri));
    // A newer text, or none, makes these problems stale.
    if (document.isClosed || document.version !== version) return;
    this.#collection.set(
      document.uri,
      problems.map((problem) => this.#diagnostic(problem, document.uri)),
    );
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

  #forget(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    clearTimeout(this.#pending.get(key));
    this.#pending.delete(key);
    this.#collection.delete(document.uri);
  }
}

function toRange({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}
