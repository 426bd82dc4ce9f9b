import type { AfterChange } from './planned-change.ts';

/** What the user does while the extension answers; more is ignored. Nobody types this much in the time that answers take. */
const maxWaiting = 1000;

/** What the view asked the extension for. */
export interface ViewRequest {
  readonly after?: AfterChange;
  /** Done next, if it succeeds. */
  readonly next?: (() => void) | undefined;
  /** It opens no field: the keys after it are done even if it fails. */
  readonly keepsKeys?: boolean;
  /** Asks again, if the document has changed before the extension could. */
  readonly retry?: (() => void) | undefined;
}

/** Keys and commands, one after another, so that each finds the document and the focus as the one before has left them. */
export class InputQueue {
  readonly #waiting: (() => void)[] = [];
  #request: ViewRequest | undefined;

  get isWaiting(): boolean {
    return this.#request !== undefined;
  }

  /** Runs a command now, or when the extension has answered and those before it have run. */
  run(command: () => void): void {
    if (this.#request === undefined) command();
    else if (this.#waiting.length < maxWaiting) this.#waiting.push(command);
  }

  begin(request: ViewRequest): void {
    this.#request = request;
  }

  /** Returns the request that is answered now, if there is one. */
  end(): ViewRequest | undefined {
    const request = this.#request;
    this.#request = undefined;
    return request;
  }

  /** Runs what waits, up to the next command that asks the extension. */
  resume(): void {
    while (this.#request === undefined) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      next();
    }
  }

  clear(): void {
    this.#waiting.length = 0;
  }
}
