import { Disposable, tasks } from 'vscode';
import type { ProblemCollection } from './problem-collection.ts';

/** In milliseconds. VS Code removes problems 100 ms after it reports the end of a task. */
const delay = 500;

/**
 * Shows all problems again after each task. After one with our problem matcher, VS Code removes the problems of the files
 * that the task didn't report, although it may not have validated them. Both have one owner, so that no problem is shown
 * twice. The API doesn't say which problem matchers a task has.
 */
export function keepProblemsAfterTasks(problems: ProblemCollection): Disposable {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return Disposable.from(
    tasks.onDidEndTaskProcess(() => {
      clearTimeout(timer);
      timer = setTimeout(() => problems.showAgain(), delay);
    }),
    new Disposable(() => clearTimeout(timer)),
  );
}
