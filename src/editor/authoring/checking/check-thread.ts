import type { DocumentFormat } from '../../../dataset/document.ts';
import type { Edit } from '../../../dataset/fixes/fix.ts';
import type { QuickFix } from '../../../dataset/fixes/quick-fixes.ts';
import type { Problem } from '../../../dataset/problem.ts';
import type { RuleSettings } from '../../../dataset/rules/settings.ts';

/** What the thread can be asked for. */
export type ThreadTask =
  | { readonly kind: 'problems' }
  | { readonly kind: 'quick-fixes'; readonly asked: readonly Pick<Problem, 'code' | 'range'>[] }
  | { readonly kind: 'fix-all' };

/** The answers, by kind of task. */
export interface ThreadAnswers {
  readonly problems: readonly Problem[];
  readonly 'quick-fixes': readonly QuickFix[];
  readonly 'fix-all': readonly Edit[];
}

export interface CheckRequest {
  readonly id: number;
  readonly text: string;
  readonly format: DocumentFormat;
  readonly settings: RuleSettings;
  readonly task: ThreadTask;
}

/** English messages and their translations, as in VS Code's `l10n.bundle`. */
export type Translations = Readonly<Record<string, string>>;

/** What a worker receives: the translations once, before anything else, then requests one at a time. */
export type WorkerMessage = { readonly translations: Translations } | CheckRequest;

export interface CheckAnswer {
  readonly id: number;
  readonly answer: ThreadAnswers[ThreadTask['kind']];
}

/** A running worker that answers with `check-requests.ts`. */
export interface CheckWorker {
  postMessage(message: WorkerMessage): void;
  terminate(): unknown;
}

/** Starts a worker: a thread in Node.js, a web worker in a browser. `onFailure` reports an error that ended a request. */
export type StartCheckWorker = (events: {
  onAnswer(answer: CheckAnswer): void;
  onFailure(): void;
}) => CheckWorker;

/** What a task comes to: an answer, or none within time and memory. */
export type ThreadResult<Answer> =
  | { readonly outcome: 'done'; readonly answer: Answer }
  | { readonly outcome: 'too-long' | 'failed' };

interface Waiting {
  readonly request: CheckRequest;
  resolve(result: ThreadResult<CheckAnswer['answer']>): void;
}

/** Times in milliseconds. */
export interface CheckThreadLimits {
  /** After which a check is given up. */
  readonly longestCheck: number;
  /** After which a thread without work ends, and gives its memory back. */
  readonly idle: number;
}

/** Checks and mends large texts in a thread of its own, one after another, so that the editor goes on meanwhile. */
export class CheckThread {
  readonly #startWorker: StartCheckWorker;
  readonly #limits: CheckThreadLimits;
  readonly #translations: Translations | undefined;
  readonly #waiting: Waiting[] = [];
  #worker: CheckWorker | undefined;
  #current: Waiting | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastId = 0;

  /** `translations`: the messages for VS Code's display language, undefined for English. */
  constructor(startWorker: StartCheckWorker, limits: CheckThreadLimits, translations?: Translations) {
    this.#startWorker = startWorker;
    this.#limits = limits;
    this.#translations = translations;
  }

  ask<Task extends ThreadTask>(
    task: Task,
    text: string,
    format: DocumentFormat,
    settings: RuleSettings,
  ): Promise<ThreadResult<ThreadAnswers[Task['kind']]>> {
    return new Promise((resolve) => {
      // Values of VS Code's settings are proxies, which can't be sent to a thread.
      const plain = { rules: { ...settings.rules }, dataTypes: [...settings.dataTypes] };
      this.#waiting.push({
        request: { id: ++this.#lastId, text, format, settings: plain, task },
        // The worker answers each kind of task with its kind of answer.
        resolve: resolve as Waiting['resolve'],
      });
      this.#next();
    });
  }

  dispose(): void {
    this.#end();
    for (const { resolve } of this.#waiting.splice(0)) resolve({ outcome: 'failed' });
    this.#settle({ outcome: 'failed' });
    clearTimeout(this.#timer);
  }

  #next(): void {
    if (this.#current !== undefined) return;
    clearTimeout(this.#timer);
    this.#current = this.#waiting.shift();
    if (this.#current === undefined) {
      this.#timer = setTimeout(() => this.#end(), this.#limits.idle);
      return;
    }
    // A fix is tried before it is offered, which is a check or more.
    const checks = this.#current.request.task.kind === 'problems' ? 1 : 3;
    this.#timer = setTimeout(() => this.#giveUp('too-long'), checks * this.#limits.longestCheck);
    try {
      this.#worker ??= this.#start();
      this.#worker.postMessage(this.#current.request);
    } catch {
      // Some hosts don't allow workers.
      this.#giveUp('failed');
    }
  }

  #start(): CheckWorker {
    const worker = this.#startWorker({
      onAnswer: ({ id, answer }) => {
        if (id === this.#current?.request.id) this.#settle({ outcome: 'done', answer });
      },
      // Such as too little memory, which ends the worker and nothing else.
      onFailure: () => {
        if (worker === this.#worker) this.#giveUp('failed');
      },
    });
    if (this.#translations) worker.postMessage({ translations: this.#translations });
    return worker;
  }

  /** The thread has no ear for anything while it checks, so it ends with the check. */
  #giveUp(outcome: 'too-long' | 'failed'): void {
    this.#end();
    this.#settle({ outcome });
  }

  #settle(result: ThreadResult<CheckAnswer['answer']>): void {
    const current = this.#current;
    this.#current = undefined;
    current?.resolve(result);
    this.#next();
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}
