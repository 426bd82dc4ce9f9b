import type { CancellationToken, TextDocument } from 'vscode';
import type { Settings } from '../../studio/settings.ts';
import type { ThreadAnswers, ThreadTask } from '../checking/check-thread.ts';
import type { TextChecks } from '../checking/text-checks.ts';
import { formatOf } from './text-ranges.ts';

/** What running a task needs. */
export interface TaskChecking {
  readonly settings: Pick<Settings, 'validation'>;
  readonly checks: Pick<TextChecks, 'run' | 'textOf'>;
}

/**
 * Runs a task on the text of a document. Undefined if it is cancelled, if the document changes or closes before its end, so
 * that offsets would no longer match, or if the worker fails.
 */
export async function runOnDocument<Task extends ThreadTask>(
  document: TextDocument,
  task: Task,
  { settings, checks }: TaskChecking,
  token: CancellationToken,
): Promise<ThreadAnswers[Task['kind']] | undefined> {
  const { version } = document;
  const isNeeded = () => !token.isCancellationRequested && !document.isClosed && document.version === version;
  const text = await checks.textOf(document);
  if (!text || !isNeeded()) return undefined;
  const options = settings.validation(document.uri);
  const result = await checks.run(task, text, formatOf(document), options, isNeeded);
  if (!isNeeded()) return undefined;
  return result.outcome === 'done' ? result.answer : undefined;
}
