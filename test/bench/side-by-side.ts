/** One of several implementations of the same work. */
export interface Contestant {
  readonly name: string;
  /** Does the work once. */
  run(): unknown;
}

export interface Measured {
  readonly name: string;
  /** The median, over all rounds, of its time divided by the time of the first contestant. */
  readonly ratio: number;
  /** The median time of one run, in milliseconds. */
  readonly milliseconds: number;
}

/** The minimum duration of a round per contestant, in milliseconds. Long enough for exact measurements. */
const minRoundTime = 15;

/** The total time per contestant after which it runs no more rounds, in milliseconds. */
const maxTotalTime = 1500;
const maxRounds = 60;

/**
 * Runs all contestants in rounds, in one process and in rotating order, and compares each with the first contestant per
 * round, so that a temporary load of the machine affects both sides of a ratio. Slow contestants run fewer rounds.
 */
export async function sideBySide(contestants: readonly Contestant[]): Promise<readonly Measured[]> {
  const runners: Runner[] = [];
  for (const contestant of contestants) runners.push(await Runner.warmUp(contestant));
  const [reference] = runners;
  if (reference === undefined) return [];

  for (let round = 0; round < maxRounds; round++) {
    const participants = runners.filter((runner) => runner === reference || runner.wantsMore());
    if (participants.length === 1 && round > 0) break;
    const first = round % participants.length;
    const order = [...participants.slice(first), ...participants.slice(0, first)];
    for (const runner of order) await runner.round(round);
  }
  return runners.map((runner) => runner.comparedTo(reference));
}

class Runner {
  readonly #contestant: Contestant;
  readonly #runsPerRound: number;
  /** The time of one run in milliseconds, by round. */
  readonly #times = new Map<number, number>();
  #totalTime = 0;

  private constructor(contestant: Contestant, runsPerRound: number) {
    this.#contestant = contestant;
    this.#runsPerRound = runsPerRound;
  }

  /** Runs the contestant until its code is optimized, and determines the number of runs per round. */
  static async warmUp(contestant: Contestant): Promise<Runner> {
    let fastest = Number.POSITIVE_INFINITY;
    const end = performance.now() + 700;
    do {
      const started = performance.now();
      await contestant.run();
      fastest = Math.min(fastest, performance.now() - started);
    } while (performance.now() < end);
    return new Runner(contestant, Math.max(1, Math.ceil(minRoundTime / fastest)));
  }

  wantsMore(): boolean {
    return this.#totalTime < maxTotalTime;
  }

  async round(round: number): Promise<void> {
    const started = performance.now();
    for (let run = 0; run < this.#runsPerRound; run++) await this.#contestant.run();
    const time = performance.now() - started;
    this.#times.set(round, time / this.#runsPerRound);
    this.#totalTime += time;
  }

  comparedTo(reference: Runner): Measured {
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

/** Formats a number with three digits, such as 4.27, 42.7, and 427. */
export function threeDigits(number: number): string {
  return number.toFixed(Math.max(0, 2 - Math.max(0, Math.floor(Math.log10(number)))));
}
