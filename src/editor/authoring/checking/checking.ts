import { Disposable, tasks } from 'vscode';
import type { CommonStudio } from '../../studio/common-studio.ts';
import { ProblemCollection } from '../../studio/problem-collection.ts';
import { type Diagnostics, keepDiagnostics } from './diagnostics.ts';

/** The services that find and show problems of open documents and closed files. */
export interface Checking extends Pick<CommonStudio, 'settings' | 'files' | 'checks'>, Disposable {
  readonly problems: ProblemCollection;
  readonly diagnostics: Diagnostics;
}

export function openChecking(studio: CommonStudio): Checking {
  const problems = new ProblemCollection();
  const diagnostics = keepDiagnostics(studio, problems);
  const own = Disposable.from(keepProblemsAfterTasks(problems), diagnostics, problems);
  return { ...studio, problems, diagnostics, dispose: () => own.dispose() };
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
