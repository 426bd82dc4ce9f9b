import { setTimeout as delay } from 'node:timers/promises';
import { failure, type Result } from '../../result.ts';
import { type BranchFailure, isAway } from './branch-failure.ts';

/** In milliseconds. */
const usualTimes = {
  /** For one command of Git. */
  one: 60_000,
  /** For all attempts since the remote's last answer. */
  all: 90_000,
  /** The same if its host isn't known, and for the last attempt of a command whose time is over. */
  short: 10_000,
  /** Until a remote that says nothing counts as away. */
  silent: 10_000,
};
export type PatienceTimes = Readonly<typeof usualTimes>;
/** Pauses between two attempts in milliseconds: random, and longer each time that the remote fails. */
const pauses = { first: 50, last: 3000 };
/** A process that asks again after so many milliseconds, such as a server, begins anew. */
const maxAway = 10 * 60_000;
/** Pushes of others in between: a remote that always reports one is away. */
const maxRaces = 1000;

/** How long a remote that doesn't answer is asked: all operations share the time, from the first question since its last answer. */
export class Patience {
  readonly #times: PatienceTimes;
  readonly #onAway: (seconds: number) => void;
  /** When the first question without an answer was asked, by `performance.now()`. */
  #since: number | undefined;
  #failure: BranchFailure | undefined;
  #isReported = false;

  /** `onAway`: called once, as soon as it doesn't answer, with the seconds for which it will be asked. */
  constructor(times: Partial<PatienceTimes>, onAway: (seconds: number) => void) {
    this.#times = { ...usualTimes, ...times };
    this.#onAway = onAway;
  }

  /** Milliseconds for the next command that asks the remote. */
  get time(): number {
    return Math.max(1, Math.ceil(Math.min(this.#times.one, this.#end - performance.now())));
  }

  get #limit(): number {
    return this.#failure?.kind === 'unknown-host' ? this.#times.short : this.#times.all;
  }

  get #end(): number {
    return (this.#since ?? performance.now()) + this.#limit;
  }

  /** Allows a last attempt if the time is over. */
  extend(): void {
    if (this.#failure)
      this.#since = Math.max(this.#since ?? 0, performance.now() + this.#times.short - this.#limit);
  }

  /** Tries until the remote answers, or the time is over. Whoever lost against another push tries again soon. */
  async ask(
    attempt: () => Promise<Result<void, BranchFailure> | 'raced'>,
  ): Promise<Result<void, BranchFailure>> {
    let pause = pauses.first;
    if (performance.now() > this.#end + maxAway) this.#answered();
    for (let races = 0; ; ) {
      if (this.#failure && performance.now() >= this.#end) return failure(this.#failure);
      this.#since ??= performance.now();
      const silence = setTimeout(() => this.#report(), this.#times.silent);
      const done = await attempt()
        .catch((error) => {
          this.#answered();
          throw error;
        })
        .finally(() => clearTimeout(silence));
      if (done === 'raced' && ++races < maxRaces) {
        this.#answered();
        // With longer and longer pauses, it would lose against all that come after it.
        await delay(pauses.first * (0.5 + Math.random()));
        continue;
      }
      const end = done === 'raced' ? failure<BranchFailure>({ kind: 'unreachable', detail: '' }) : done;
      if (end.ok || !isAway(end.failure)) {
        this.#answered();
        return end;
      }
      this.#failure = end.failure;
      this.#report();
      await delay(Math.min(pause * (0.5 + Math.random()), this.time));
      pause = Math.min(2 * pause, pauses.last);
    }
  }

  #answered(): void {
    this.#since = undefined;
    this.#failure = undefined;
    this.#isReported = false;
  }

  #report(): void {
    if (!this.#isReported) this.#onAway(this.#limit / 1000);
    this.#isReported = true;
  }
}
