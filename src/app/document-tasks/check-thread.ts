import type { DocumentFormat } from '../../dataset/dataset.ts';
import type { RuleSettings } from '../../dataset/rules/settings.ts';
import type {
  AnswerTo,
  CheckAnswer,
  CheckRequest,
  CheckTask,
  Translations,
  WorkerMessage,
} from './check-requests.ts';

/** Starts a worker: a thread in Node.js, a web worker in a browser. `onFailure` reports an error that ended a request. */
export type StartCheckWorker = (events: {
  onAnswer(answer: CheckAnswer): void;
  onFailure(): void;
}) => CheckWorker;

/** A running worker that handles messages with `check-requests.ts`. */
interface CheckWorker {
  postMessage(message: WorkerMessage): void;
  terminate(): unknown;
}

/**
 * The result of a task. `failed`: the worker failed, for example because it ran out of memory. `cancelled`: the result was no
 * longer needed when the turn of the task came.
 */
export type ThreadResult<Answer> =
  | { readonly kind: 'done'; readonly answer: Answer }
  | { readonly kind: 'timed-out' | 'failed' | 'cancelled' };

interface PendingTask {
  readonly text: string;
  readonly request: CheckRequest;
  isNeeded(): boolean;
  resolve(result: ThreadResult<CheckAnswer['answer']>): void;
}

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
  #sentText: string | undefined;
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
  run<Task extends CheckTask>(
    task: Task,
    text: string,
    format: DocumentFormat,
    settings: RuleSettings,
    isNeeded = () => true,
  ): Promise<ThreadResult<AnswerTo<Task>>> {
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
    const { text, request } = this.#current;
    // Finding fixes takes longer, because each fix is validated before it is offered. So do edits, which parse twice.
    const checkCount = request.task.kind === 'problems' ? 1 : 3;
    this.#timer = setTimeout(() => this.#abort('timed-out'), checkCount * this.#limits.checkTimeout);
    try {
      this.#worker ??= this.#createWorker();
      this.#worker.postMessage(text === this.#sentText ? request : { ...request, text });
      this.#sentText = text;
    } catch {
      // Some hosts don't allow workers.
      this.#abort('failed');
    }
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
