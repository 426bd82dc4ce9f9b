import * as l10n from '@vscode/l10n';
import { validateText } from '../../../dataset/document.ts';
import { editDataset } from '../../../dataset/edits/edit-dataset.ts';
import { fixAll } from '../../../dataset/fixes/fix-all.ts';
import { quickFixes } from '../../../dataset/fixes/quick-fixes.ts';
import { complete } from '../../../dataset/language/completion.ts';
import { formatJson } from '../../../dataset/language/formatting.ts';
import { hover } from '../../../dataset/language/hover.ts';
import { listPlaceAt, tableIndexAt } from '../../../dataset/language/list-place.ts';
import { selections } from '../../../dataset/language/selection.ts';
import { isSameProblem } from '../../../dataset/problem.ts';
import { parseTree } from '../../../dataset/read-tree.ts';
import { readDesign } from '../../../designer/read-design.ts';
import { capProblems } from './cap-problems.ts';
import type { CheckAnswer, CheckRequest, WorkerMessage } from './check-thread.ts';

/** Returns a function that handles a message in a worker, where the `vscode` module isn't available, and answers requests. */
export function workerMessageHandler(): (message: WorkerMessage) => Promise<CheckAnswer | undefined> {
  let parts: string[] = [];
  return async (message) => {
    if ('translations' in message) {
      l10n.config({ contents: message.translations });
      return undefined;
    }
    if ('part' in message) {
      parts.push(message.part);
      return undefined;
    }
    const text = parts.join('');
    parts = [];
    return { id: message.id, answer: await answerTo(message, text) };
  };
}

/** Runs a task. Also called in the extension host, for small texts. */
export async function answerTo(
  { format, settings, task }: Omit<CheckRequest, 'id'>,
  text: string,
): Promise<CheckAnswer['answer']> {
  switch (task.kind) {
    case 'problems':
      return capProblems(await validateText(text, format, settings));
    case 'quick-fixes':
      return quickFixes(text, format, settings, (problem) =>
        task.requested.some((requested) => isSameProblem(requested, problem)),
      );
    case 'fix-all':
      return fixAll(text, format, settings);
    case 'design':
      return readDesign(await parseTree(text, format), text);
    case 'edits':
      return editDataset(text, format, task.operations);
    case 'completion':
      return complete(text, task.offset, format, settings);
    case 'hover':
      return hover(text, task.offset, format, settings);
    case 'list-place':
      return listPlaceAt(text, format, task.offset);
    case 'table-index':
      return tableIndexAt(text, format, task.offset);
    case 'selections':
      return selections(text, format, task.offsets);
    case 'format':
      return formatJson(text, task.range, task.style);
  }
}
