import { Disposable, Uri } from 'vscode';
import type { Settings } from '../../studio/settings.ts';
import type { AuthoringHost } from '../authoring-host.ts';
import type { StoredFiles } from '../workspace/file-content.ts';
import { Diagnostics } from './diagnostics.ts';
import { ProblemCollection } from './problem-collection.ts';
import { TextChecks } from './text-checks.ts';
import { keepProblemsAfterTasks } from './validation-tasks.ts';

/** The services that find and show problems of open documents and closed files. */
export class Checking implements Disposable {
  readonly settings: Settings;
  readonly problems: ProblemCollection;
  readonly files: StoredFiles;
  readonly checks: TextChecks;
  readonly diagnostics: Diagnostics;
  readonly #tasks: Disposable;

  /** `rulesPage`: documentation with an anchor for each rule code. */
  constructor(settings: Settings, host: AuthoringHost, rulesPage: string) {
    this.settings = settings;
    this.files = host.files;
    this.checks = new TextChecks(host.startCheckWorker);
    this.problems = new ProblemCollection(Uri.parse(rulesPage));
    this.diagnostics = new Diagnostics(this);
    this.#tasks = keepProblemsAfterTasks(this.problems);
  }

  dispose(): void {
    Disposable.from(this.#tasks, this.diagnostics, this.checks, this.problems).dispose();
  }
}
