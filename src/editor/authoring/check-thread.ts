import { Worker } from 'node:worker_threads';
import type { DocumentFormat } from '../../dataset/document.ts';
import type { Problem } from '../../dataset/problem.ts';
import type { RuleSettings } from '../../dataset/rules/settings.ts';

export interface CheckRequest {
  readonly id: number;
  readonly text: string;
  readonly format: DocumentFormat;
  readonly settings: RuleSettings;
}

export interface CheckAnswer {
  readonly id: number;
  readonly problems: readonly Problem[];
}

/** What a check in the thread comes to: problems whose messages are `deferred`, or none within time and memory. */
export type CheckResult =
  | { readonly outcome: 'checked'; readonly problems: readonly Problem[] }
  | { readonly outcome: 'too-long' | 'failed' };

interface Waiting {
  readonly request: CheckRequest;
  resolve(result: CheckResult): void;
}

/** For one thread, in megabytes: several times what the largest YAML file takes. */
const mostMemory = 2048;

/** Times in milliseconds. */
export interface CheckThreadLimits {
  /** After which a check is given up. */
  readonly longestCheck: number;
  /** After which a thread without work ends, and gives its memory back. */
  readonly idle: number;
}

/** Checks large texts in a thread of its own, one after another, so that the editor goes on meanwhile. */
export class CheckThread {
  readonly #module: URL;
  readonly #limits: CheckThreadLimits;
  readonly #waiting: Waiting[] = [];
  #worker: Worker | undefined;
  #current: Waiting | undefined;
  #timer: NodeJS.Timeout | undefined;
  #lastId = 0;

  /** `module`: the compiled `check-worker.ts`. */
  constructor(module: URL, limits: CheckThreadLimits) {
    this.#module = module;
    this.#limits = limits;
  }

  check(text: string, format: DocumentFormat, settings: RuleSettings): Promise<CheckResult> {
    return new Promise((resolve) => {
      // Values of VS Code's settings are proxies, which can't be sent to a thread.
      const plain = { rules: { ...settings.rules }, dataTypes: [...settings.dataTypes] };
      this.#waiting.push({ request: { id: ++this.#lastId, text, format, settings: plain }, resolve });
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
      this.#timer.unref();
      return;
    }
    this.#worker ??= this.#start();
    this.#timer = setTimeout(() => this.#giveUp('too-long'), this.#limits.longestCheck);
    this.#worker.postMessage(this.#current.request);
  }

  #start(): Worker {
    const worker = new Worker(this.#module, { resourceLimits: { maxOldGenerationSizeMb: mostMemory } });
    worker.unref();
    worker.on('message', ({ id, problems }: CheckAnswer) => {
      if (id === this.#current?.request.id) this.#settle({ outcome: 'checked', problems });
    });
    // Such as too little memory, which ends the thread and nothing else.
    worker.on('error', () => {
      if (worker === this.#worker) this.#giveUp('failed');
    });
    return worker;
  }

  /** The thread has no ear for anything while it checks, so it ends with the check. */
  #giveUp(outcome: 'too-long' | 'failed'): void {
    this.#end();
    this.#settle({ outcome });
  }

  #settle(result: CheckResult): void {
    const current = this.#current;
    this.#current = undefined;
    current?.resolve(result);
    this.#next();
  }

  #end(): void {
    clearTimeout(this.#timer);
    void this.#worker?.terminate();
    this.#worker = undefined;
  }
}
