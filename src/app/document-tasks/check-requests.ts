import * as l10n from '@vscode/l10n';
import type { DocumentFormat } from '../../dataset/dataset.ts';
import * as language from '../../dataset/dataset-language.ts';
import { ParsedDocument } from '../../dataset/parsed-document.ts';
import type { Problem } from '../../dataset/problem.ts';
import type { RuleSettings } from '../../dataset/rules/settings.ts';
import { paste, textOfItems } from '../../designer/clipboard.ts';
import type { Item } from '../../designer/design.ts';
import { readDesign } from '../../designer/read-design.ts';
import { type CellSearch, findCells } from '../check/find-cells.ts';

/** What is done with a document, in a worker or in the extension host: for each kind of task, its answer. */
const tasks = {
  ...language,
  problems: async (document, settings) => mostSevere(await document.problems(settings)),
  design: (document) => readDesign(document),
  textOfItems: (document, _, { items }: { readonly items: readonly Item[] }) => textOfItems(document, items),
  paste: (
    document,
    _,
    { text, item, indent }: { readonly text: string; readonly item: Item; readonly indent: string },
  ) => paste(document, text, item, indent),
  findCells: async ({ text }, _, search: CellSearch) => findCells(text, search),
} satisfies Record<string, AnyTask>;

type AnyTask = (document: ParsedDocument, settings: RuleSettings, task: never) => Promise<unknown>;
type Tasks = typeof tasks;
type Kind = keyof Tasks;

/** What a worker can do. */
export type CheckTask = {
  [K in Kind]: { readonly kind: K } & (Parameters<Tasks[K]> extends [unknown, unknown, infer Asked]
    ? Asked
    : unknown);
}[Kind];

export type AnswerTo<Task extends { readonly kind: Kind }> = Awaited<ReturnType<Tasks[Task['kind']]>>;

/** Runs a task. Also called in the extension host, for small texts. Tasks for the same document parse it once. */
export async function answerTo<Task extends CheckTask>(
  task: Task,
  document: ParsedDocument,
  settings: RuleSettings,
): Promise<AnswerTo<Task>> {
  const run: AnyTask = tasks[task.kind];
  // Each kind of task has its function, which has its kind of answer.
  return run(document, settings, task as never) as Promise<AnswerTo<Task>>;
}

export interface CheckRequest {
  readonly id: number;
  /** Absent: that of the last request. */
  readonly text?: string;
  readonly format: DocumentFormat;
  readonly settings: RuleSettings;
  readonly task: CheckTask;
}

/** English messages and their translations, as in VS Code's `l10n.bundle`. */
export type Translations = Readonly<Record<string, string>>;

/** What a worker receives: the translations once, before anything else, then requests one at a time. */
export type WorkerMessage = { readonly translations: Translations } | CheckRequest;

export interface CheckAnswer {
  readonly id: number;
  readonly answer: AnswerTo<CheckTask>;
}

/** Returns a function that handles a message in a worker, where the `vscode` module isn't available, and answers requests. */
export function workerMessageHandler(): (message: WorkerMessage) => Promise<CheckAnswer | undefined> {
  /** What the last request was about. */
  let document = new ParsedDocument('', 'json');
  return async (message) => {
    if ('translations' in message) {
      l10n.config({ contents: message.translations });
      return undefined;
    }
    const { id, text = document.text, format, task, settings } = message;
    if (text !== document.text || format !== document.format) document = new ParsedDocument(text, format);
    return { id, answer: await answerTo(task, document, settings) };
  };
}

/** Of one document. VS Code shows 1,000 of them, the most severe first, and says how many more there are. */
export const maxProblems = 5000;

const severityOrder = { error: 0, warning: 1, info: 2, hint: 3 } as const;

function mostSevere(problems: readonly Problem[]): readonly Problem[] {
  if (problems.length <= maxProblems) return problems;
  const bySeverity = problems.toSorted((a, b) => severityOrder[a.severity] - severityOrder[b.severity]);
  return bySeverity.slice(0, maxProblems);
}
