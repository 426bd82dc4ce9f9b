import type { CellSearch } from '../../../app/find-cells.ts';
import type { DocumentFormat } from '../../../dataset/dataset.ts';
import type { EditFailure, EditOperation } from '../../../dataset/edits/operation.ts';
import type { TextEdit } from '../../../dataset/edits/text-edit.ts';
import type { Edit } from '../../../dataset/fixes/fix-edit.ts';
import type { QuickFix } from '../../../dataset/fixes/quick-fixes.ts';
import type { CompletionItem } from '../../../dataset/language/completion-items.ts';
import type { FormattingStyle } from '../../../dataset/language/formatting.ts';
import type { Hover } from '../../../dataset/language/hover.ts';
import type { ListPlace } from '../../../dataset/language/list-place.ts';
import type { Problem, Span } from '../../../dataset/problem.ts';
import type { RuleSettings } from '../../../dataset/rules/settings.ts';
import type { Pasted, PasteFailure } from '../../../designer/clipboard.ts';
import type { Item } from '../../../designer/design.ts';
import type { DesignReading } from '../../../designer/read-design.ts';
import type { Result } from '../../../result.ts';

/** What a worker can do. */
export type ThreadTask =
  | { readonly kind: 'problems' }
  | { readonly kind: 'quick-fixes'; readonly requested: readonly Pick<Problem, 'code' | 'range'>[] }
  | { readonly kind: 'fix-all' }
  | { readonly kind: 'design' }
  | { readonly kind: 'edits'; readonly operations: readonly EditOperation[]; readonly indent: string }
  | { readonly kind: 'text-of-items'; readonly items: readonly Item[] }
  | { readonly kind: 'paste'; readonly text: string; readonly item: Item; readonly indent: string }
  | { readonly kind: 'completion' | 'hover' | 'list-place' | 'table-index'; readonly offset: number }
  | { readonly kind: 'selections'; readonly offsets: readonly number[] }
  | ({ readonly kind: 'find-cells' } & CellSearch)
  /** Formats a document, or only a range of it if it is JSON. */
  | { readonly kind: 'format'; readonly range: Span | undefined; readonly style: FormattingStyle };

/** The type of the answer to each kind of task. */
export interface ThreadAnswers {
  readonly problems: readonly Problem[];
  readonly 'quick-fixes': readonly QuickFix[];
  readonly 'fix-all': readonly Edit[];
  readonly design: DesignReading;
  readonly edits: Result<readonly TextEdit[], EditFailure>;
  readonly 'text-of-items': string;
  readonly paste: Result<Pasted, PasteFailure>;
  readonly completion: readonly CompletionItem[];
  readonly hover: Hover | undefined;
  readonly 'list-place': ListPlace | undefined;
  readonly 'table-index': number | undefined;
  readonly selections: readonly (readonly Span[])[];
  readonly 'find-cells': readonly Span[];
  readonly format: readonly TextEdit[];
}

/** A text, or its parts in order. */
export type SourceText = string | readonly string[];

export function joined(text: SourceText): string {
  return typeof text === 'string' ? text : text.join('');
}

export function lengthOf(text: SourceText): number {
  return typeof text === 'string' ? text.length : text.reduce((sum, part) => sum + part.length, 0);
}

/** Whether two texts are equal. Compares no more than it must: most of them have other lengths, or are the same object. */
export function isSameText(a: SourceText, b: SourceText | undefined): boolean {
  if (a === b) return true;
  if (b === undefined || lengthOf(a) !== lengthOf(b)) return false;
  return joined(a) === joined(b);
}

export interface CheckRequest {
  readonly id: number;
  readonly format: DocumentFormat;
  readonly settings: RuleSettings;
  readonly task: ThreadTask;
}

/** English messages and their translations, as in VS Code's `l10n.bundle`. */
type Translations = Readonly<Record<string, string>>;

/**
 * What a worker receives: the translations once, before anything else, then requests one at a time. The parts of a text
 * come before its first request. Further requests are about the same text.
 */
export type WorkerMessage =
  | { readonly translations: Translations }
  | { readonly part: string }
  | CheckRequest;

export interface CheckAnswer {
  readonly id: number;
  readonly answer: ThreadAnswers[ThreadTask['kind']];
}

/** A running worker that handles messages with `check-requests.ts`. */
interface CheckWorker {
  postMessage(message: WorkerMessage): void;
  terminate(): unknown;
}

/** Starts a worker: a thread in Node.js, a web worker in a browser. `onFailure` reports an error that ended a request. */
export type StartCheckWorker = (events: {
  onAnswer(answer: CheckAnswer): void;
  onFailure(): void;
}) => CheckWorker;

/**
 * The result of a task. `failed`: the worker failed, for example because it ran out of memory. `cancelled`: the result was no
 * longer needed when the turn of the task came.
 */
export type ThreadResult<Answer> =
  | { readonly kind: 'done'; readonly answer: Answer }
  | { readonly kind: 'timed-out' | 'failed' | 'cancelled' };

/** In UTF-16 code units. A worker gets a part of this length within a few milliseconds. */
const maxPartLength = 512 * 1024;

/** At least one, so that an empty text is sent, too. */
function* partsOf(text: SourceText): Generator<string> {
  if (lengthOf(text) === 0) yield '';
  for (const part of typeof text === 'string' ? [text] : text)
    for (let start = 0; start < part.length; start += maxPartLength)
      yield part.slice(start, start + maxPartLength);
}

interface PendingTask {
  readonly text: SourceText;
  readonly request: CheckRequest;
  isNeeded(): boolean;
  resolve(result: ThreadResult<CheckAnswer['answer']>): void;
}

const always = () => true;

/** In milliseconds. */
interface CheckThreadLimits {
  /** Time after which a check is stopped. */
  readonly checkTimeout: number;
  /** Time after which a worker without tasks is stopped, to free its memory. */
  readonly idleTimeout: number;
}

/** Runs tasks on large texts in a worker, one at a time, so that the extension host stays responsive. */
export class CheckThread {
  readonly #startWorker: StartCheckWorker;
  readonly #limits: CheckThreadLimits;
  readonly #translations: Translations | undefined;
  readonly #queue: PendingTask[] = [];
  #worker: CheckWorker | undefined;
  /** What the worker has. */
  #sentText: SourceText | undefined;
  #current: PendingTask | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastId = 0;

  /** `translations`: the messages for VS Code's display language, undefined for English. */
  constructor(startWorker: StartCheckWorker, limits: CheckThreadLimits, translations?: Translations) {
    this.#startWorker = startWorker;
    this.#limits = limits;
    this.#translations = translations;
  }

  /**
   * Queues a task. What the user waits for goes before the validation of files. `isNeeded`: called before the task starts.
   * Never rejects.
   */
  run<Task extends ThreadTask>(
    task: Task,
    text: SourceText,
    format: DocumentFormat,
    settings: RuleSettings,
    isNeeded = always,
  ): Promise<ThreadResult<ThreadAnswers[Task['kind']]>> {
    return new Promise((resolve) => {
      // VS Code's settings are proxies, which can't be sent to a worker.
      const plain = { ...settings, rules: { ...settings.rules }, dataTypes: [...settings.dataTypes] };
      this.#queue.push({
        text,
        request: { id: ++this.#lastId, format, settings: plain, task },
        isNeeded,
        // The worker answers each kind of task with its kind of answer.
        resolve: resolve as PendingTask['resolve'],
      });
      this.#startNext();
    });
  }

  dispose(): void {
    this.#stopWorker();
    for (const { resolve } of this.#queue.splice(0)) resolve({ kind: 'failed' });
    this.#complete({ kind: 'failed' });
    clearTimeout(this.#timer);
  }

  #startNext(): void {
    if (this.#current !== undefined) return;
    clearTimeout(this.#timer);
    this.#current = this.#next();
    if (this.#current === undefined) {
      this.#timer = setTimeout(() => this.#stopWorker(), this.#limits.idleTimeout);
      return;
    }
    // Finding fixes takes longer, because each fix is validated before it is offered. So do edits, which parse twice.
    const checkCount = this.#current.request.task.kind === 'problems' ? 1 : 3;
    this.#timer = setTimeout(() => this.#abort('timed-out'), checkCount * this.#limits.checkTimeout);
    void this.#send(this.#current);
  }

  /** Takes the next task that is needed from the queue. */
  #next(): PendingTask | undefined {
    for (;;) {
      const urgent = this.#queue.findIndex(({ request }) => request.task.kind !== 'problems');
      const [task] = this.#queue.splice(Math.max(urgent, 0), 1);
      if (task === undefined || task.isNeeded()) return task;
      task.resolve({ kind: 'cancelled' });
    }
  }

  /** Sends a long text in parts. Between them, the extension host does other work, because copying a text takes long. */
  async #send(task: PendingTask): Promise<void> {
    try {
      this.#worker ??= this.#createWorker();
      const worker = this.#worker;
      let isFirst = true;
      const isKnown = isSameText(task.text, this.#sentText);
      this.#sentText = undefined;
      for (const part of isKnown ? [] : partsOf(task.text)) {
        if (!isFirst) await new Promise((resolve) => setTimeout(resolve));
        isFirst = false;
        if (this.#current !== task) return;
        worker.postMessage({ part });
      }
      worker.postMessage(task.request);
      this.#sentText = task.text;
    } catch {
      // Some hosts don't allow workers.
      if (this.#current === task) this.#abort('failed');
    }
  }

  #createWorker(): CheckWorker {
    const worker = this.#startWorker({
      onAnswer: ({ id, answer }) => {
        if (id === this.#current?.request.id) this.#complete({ kind: 'done', answer });
      },
      // For example, the worker ran out of memory.
      onFailure: () => {
        if (worker === this.#worker) this.#abort('failed');
      },
    });
    if (this.#translations) worker.postMessage({ translations: this.#translations });
    return worker;
  }

  /** Stops the worker, because it can't receive messages while it runs a check. */
  #abort(kind: 'timed-out' | 'failed'): void {
    this.#stopWorker();
    this.#complete({ kind });
  }

  #complete(result: ThreadResult<CheckAnswer['answer']>): void {
    const current = this.#current;
    this.#current = undefined;
    current?.resolve(result);
    this.#startNext();
  }

  #stopWorker(): void {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#sentText = undefined;
  }
}
