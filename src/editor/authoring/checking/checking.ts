import { Disposable, tasks } from 'vscode';
import type { TextChecks } from '../../../app/document-tasks/text-checks.ts';
import type { Settings } from '../../studio/editor-settings.ts';
import type { StoredFiles } from '../workspace/stored-files.ts';
import { type Diagnostics, keepDiagnostics } from './diagnostics.ts';
import { ProblemCollection } from './problem-collection.ts';

/** The services that find and show problems of open documents and closed files. */
export interface Checking extends Disposable {
  readonly settings: Settings;
  readonly files: StoredFiles;
  readonly checks: TextChecks;
  readonly problems: ProblemCollection;
  readonly diagnostics: Diagnostics;
}

export function openChecking(settings: Settings, { files, checks }: AuthoringHost): Checking {
  const problems = new ProblemCollection();
  const diagnostics = keepDiagnostics(settings, problems, checks, files);
  const own = Disposable.from(keepProblemsAfterTasks(problems), diagnostics, problems);
  return { settings, files, checks, problems, diagnostics, dispose: () => own.dispose() };
}

/** In milliseconds. VS Code removes problems 100 ms after it reports the end of a task. */
const delay = 500;

/**
 * Shows all problems again after each task. After one with our problem matcher, VS Code removes the problems of the files
 * that the task didn't report, although it may not have validated them. Both have one owner, so that no problem is shown
 * twice. The API doesn't say which problem matchers a task has.
 */
function keepProblemsAfterTasks(problems: ProblemCollection): Disposable {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return Disposable.from(
    tasks.onDidEndTaskProcess(() => {
      clearTimeout(timer);
      timer = setTimeout(() => problems.showAgain(), delay);
    }),
    new Disposable(() => clearTimeout(timer)),
  );
}

/** What authoring needs from the environment that the extension runs in: Node.js or a browser. One for a window. */
export interface AuthoringHost extends Disposable {
  readonly files: StoredFiles;
  /** With the window's only worker for large texts. */
  readonly checks: TextChecks;
  /** Whether datasets can be submitted in this environment. */
  readonly canSubmit: boolean;
}
