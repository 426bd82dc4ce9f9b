import * as l10n from '@vscode/l10n';
import { findCells } from '../../../app/find-cells.ts';
import { formattingEdits } from '../../../app/format-dataset.ts';
import { editDataset } from '../../../dataset/edits/edit-dataset.ts';
import { fixAll } from '../../../dataset/fixes/fix-all.ts';
import { quickFixes } from '../../../dataset/fixes/quick-fixes.ts';
import { complete } from '../../../dataset/language/completion-items.ts';
import { hover } from '../../../dataset/language/hover.ts';
import { listPlaceAt, tableIndexAt } from '../../../dataset/language/list-place.ts';
import { selections } from '../../../dataset/language/structure.ts';
import { ParsedDocument } from '../../../dataset/parsed-document.ts';
import { isSameProblem, type Problem } from '../../../dataset/problem.ts';
import type { RuleSettings } from '../../../dataset/rules/settings.ts';
import { paste, textOfItems } from '../../../designer/clipboard.ts';
import { readDesign } from '../../../designer/read-design.ts';
import type { CheckAnswer, ThreadAnswers, ThreadTask, WorkerMessage } from './check-thread.ts';

/** Returns a function that handles a message in a worker, where the `vscode` module isn't available, and answers requests. */
export function workerMessageHandler(): (message: WorkerMessage) => Promise<CheckAnswer | undefined> {
  let parts: string[] = [];
  /** What the last request was about. */
  let document = new ParsedDocument('', 'json');
  return async (message) => {
    if ('translations' in message) {
      l10n.config({ contents: message.translations });
      return undefined;
    }
    if ('part' in message) {
      parts.push(message.part);
      return undefined;
    }
    const { id, format, task, settings } = message;
    if (parts.length > 0 || document.format !== format)
      document = new ParsedDocument(parts.length > 0 ? parts.join('') : document.text, format);
    parts = [];
    return { id, answer: await answerTo(task, document, settings) };
  };
}

/** Runs a task. Also called in the extension host, for small texts. Tasks for the same document parse it once. */
export async function answerTo<Task extends ThreadTask>(
  task: Task,
  document: ParsedDocument,
  settings: RuleSettings,
): Promise<ThreadAnswers[Task['kind']]> {
  // Each kind of task has its kind of answer.
  return answerOf(task, document, settings) as Promise<ThreadAnswers[Task['kind']]>;
}

async function answerOf(
  task: ThreadTask,
  document: ParsedDocument,
  settings: RuleSettings,
): Promise<CheckAnswer['answer']> {
  switch (task.kind) {
    case 'problems':
      return capProblems(await document.problems(settings));
    case 'quick-fixes':
      return quickFixes(document, settings, (problem) =>
        task.requested.some((requested) => isSameProblem(requested, problem)),
      );
    case 'fix-all':
      return fixAll(document, settings);
    case 'design':
      return readDesign(document);
    case 'edits':
      return editDataset(document, task.operations, task.indent);
    case 'text-of-items':
      return textOfItems(document, task.items);
    case 'paste':
      return paste(document, task.text, task.item, task.indent);
    case 'completion':
      return complete(document, task.offset, settings);
    case 'hover':
      return hover(document, task.offset, settings.dataTypes);
    case 'list-place':
      return listPlaceAt(document, task.offset);
    case 'table-index':
      return tableIndexAt(document, task.offset);
    case 'selections':
      return selections(document, task.offsets);
    case 'find-cells':
      return findCells(document.text, task);
    case 'format':
      return formattingEdits(document.text, document.format, task.style, task.range);
  }
}

/** The maximum number of problems of one document. The editor stays responsive while it receives and shows them. */
export const maxProblems = 5000;

const severityOrder = { error: 0, warning: 1, info: 2, hint: 3 } as const;

/**
 * Limits problems to `maxProblems`, keeping the most severe ones in document order. A message in place of the first
 * omitted problem says how many are not shown.
 */
function capProblems(problems: readonly Problem[]): readonly Problem[] {
  if (problems.length <= maxProblems) return problems;
  const bySeverity = problems.toSorted((a, b) => severityOrder[a.severity] - severityOrder[b.severity]);
  const kept = new Set(bySeverity.slice(0, maxProblems - 1));
  const [firstOmitted] = bySeverity.slice(maxProblems - 1);
  return problems.flatMap((problem) => {
    if (kept.has(problem)) return [problem];
    if (problem !== firstOmitted) return [];
    const { code, severity, range } = problem;
    const message = l10n.t('{count} more problems are not shown. Fix the others first.', {
      count: problems.length - kept.size,
    });
    return [{ code, severity, range, message }];
  });
}
