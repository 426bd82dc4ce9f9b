/** One of several ways to do the same work. */
export interface Contestant {
  readonly name: string;
  /** Does the work once. */
  run(): unknown;
}

export interface Measured {
  readonly name: string;
  /** Median over the rounds of its time by the first contestant's time in the same round. */
  readonly ratio: number;
  /** Median, for one run, in milliseconds. */
  readonly milliseconds: number;
}

/** A round lasts at least this long for each contestant, in milliseconds: enough for the clock to be exact. */
const shortestRound = 15;

/** A contestant has run for long enough after so many milliseconds, be it in one round. */
const longEnough = 1500;
const mostRounds = 60;

/**
 * Lets all contestants take turns in one process, each in turn first, and compares each with the first one round by
 * round: what disturbs the machine for a while disturbs both sides of a ratio. A slow one takes part in fewer rounds.
 */
export async function sideBySide(contestants: readonly Contestant[]): Promise<readonly Measured[]> {
  const runners: Runner[] = [];
  for (const contestant of contestants) runners.push(await Runner.warmedUp(contestant));
  const [reference] = runners;
  if (reference === undefined) return [];

  for (let round = 0; round < mostRounds; round++) {
    const taking = runners.filter((runner) => runner === reference || runner.wantsMore());
    if (taking.length === 1 && round > 0) break;
    const first = round % taking.length;
    const order = [...taking.slice(first), ...taking.slice(0, first)];
    for (const runner of order) await runner.round(round);
  }
  return runners.map((runner) => runner.against(reference));
}

class Runner {
  readonly #contestant: Contestant;
  readonly #runsPerRound: number;
  /** Milliseconds for one run, by round. */
  readonly #times = new Map<number, number>();
  #spent = 0;

  private constructor(contestant: Contestant, runsPerRound: number) {
    this.#contestant = contestant;
    this.#runsPerRound = runsPerRound;
  }

  /** Runs until the engine has compiled the code, and tells then how long a run takes. */
  static async warmedUp(contestant: Contestant): Promise<Runner> {
    let fastest = Number.POSITIVE_INFINITY;
    const end = performance.now() + 700;
    do {
      const started = performance.now();
      await contestant.run();
      fastest = Math.min(fastest, performance.now() - started);
    } while (performance.now() < end);
    return new Runner(contestant, Math.max(1, Math.ceil(shortestRound / fastest)));
  }

  wantsMore(): boolean {
    return this.#spent < longEnough;
  }

  async round(round: number): Promise<void> {
    const started = performance.now();
    for (let run = 0; run < this.#runsPerRound; run++) await this.#contestant.run();
    const time = performance.now() - started;
    this.#times.set(round, time / this.#runsPerRound);
    this.#spent += time;
  }

  against(reference: Runner): Measured {
    const rounds = [...this.#times];
    return {
      name: this.#contestant.name,
      ratio: median(rounds.map(([round, time]) => time / (reference.#times.get(round) ?? Number.NaN))),
      milliseconds: median(rounds.map(([, time]) => time)),
    };
  }
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** `4.27` and `42.7` and `427`: three digits. */
export function threeDigits(number: number): string {
  return number.toFixed(Math.max(0, 2 - Math.max(0, Math.floor(Math.log10(number)))));
}
