import type { CancellationToken, TextDocument } from 'vscode';
import type { AnswerTo, CheckTask } from '../../app/document-tasks/check-requests.ts';
import { answerIn, type TextChecks } from '../../app/document-tasks/text-checks.ts';
import type { Settings } from '../studio/editor-settings.ts';
import { documentFormat } from './text-ranges.ts';

/** What running a task needs. */
export interface TaskChecking {
  readonly settings: Pick<Settings, 'validation'>;
  readonly checks: Pick<TextChecks, 'run'>;
}

/**
 * Runs a task on the text of a document. Undefined if it is cancelled, if the document changes or closes before its end, so
 * that offsets would no longer match, or if the worker fails.
 */
export async function runOnDocument<Task extends CheckTask>(
  document: TextDocument,
  task: Task,
  { settings, checks }: TaskChecking,
  token: CancellationToken,
): Promise<AnswerTo<Task> | undefined> {
  const { version } = document;
  const isNeeded = () => !token.isCancellationRequested && !document.isClosed && document.version === version;
  const options = await settings.validation(document.uri);
  if (!isNeeded()) return undefined;
  const result = await checks.run(task, document.getText(), documentFormat(document), options, isNeeded);
  return isNeeded() ? answerIn(result) : undefined;
}
