import type { FromView } from '../../designer/view-messages.ts';
import type { AfterChange } from './planned-change.ts';

/** What the user does while the extension answers; more is ignored. Nobody types this much in the time that answers take. */
const maxWaiting = 1000;

/** Requests to the extension, keys and commands, one after another, so that each finds the document and the focus as the one before has left them. */
export class RequestQueue {
  readonly #post: (message: FromView) => void;
  readonly #waiting: (() => void)[] = [];
  #after: AfterChange | undefined;
  #isWaiting = false;

  constructor(post: (message: FromView) => void) {
    this.#post = post;
  }

  /** Whether the extension has yet to answer. Until then, every key belongs to what its answer opens. */
  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  /** Runs a command now, or when the extension has answered and those before it have run. */
  run(command: () => void): void {
    if (!this.#isWaiting) command();
    else if (this.#waiting.length < maxWaiting) this.#waiting.push(command);
  }

  /** Asks the extension. `after`: what is shown if it succeeds. */
  begin(message: FromView, after?: AfterChange): void {
    this.#isWaiting = true;
    this.#after = after;
    this.#post(message);
  }

  /** The extension has answered. Returns what is shown now. */
  end(): AfterChange | undefined {
    const after = this.#after;
    this.#isWaiting = false;
    this.#after = undefined;
    return after;
  }

  /** Runs what waits, up to the next command that asks the extension. */
  resume(): void {
    while (!this.#isWaiting) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      next();
    }
  }

  clear(): void {
    this.#waiting.length = 0;
  }
}
