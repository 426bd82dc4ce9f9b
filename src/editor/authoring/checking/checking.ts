import { Disposable, Uri } from 'vscode';
import type { Settings } from '../../studio/settings.ts';
import { Diagnostics } from './diagnostics.ts';
import { ProblemCollection } from './problem-collection.ts';
import { TextChecks } from './text-checks.ts';

/** What finds problems and shows them, of open documents and of closed files. */
export class Checking implements Disposable {
  readonly settings: Settings;
  readonly problems: ProblemCollection;
  readonly checks = new TextChecks();
  readonly diagnostics: Diagnostics;

  /** `rulesPage`: where each rule is explained, under an anchor of its code. */
  constructor(settings: Settings, rulesPage: string) {
    this.settings = settings;
    this.problems = new ProblemCollection(Uri.parse(rulesPage));
    this.diagnostics = new Diagnostics(this);
  }

  dispose(): void {
    Disposable.from(this.diagnostics, this.checks, this.problems).dispose();
  }
}
