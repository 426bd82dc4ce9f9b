/** What the fixed calculation took, in milliseconds: by the clock, and of a processor. */
interface CalculationTime {
  readonly clock: number;
  readonly processor: number;
}

/**
 * What it takes on the machine that limits and budgets are written for, in milliseconds: that of CI, where this takes 1.4 times as
 * long as on a laptop, and a window of VS Code three times. Other threads of V8 help with it.
 */
const usual: CalculationTime = { clock: 40, processor: 114 };

/** Times a calculation that is always the same, to tell a slow machine from slow tests. */
export function timeCalculation(): CalculationTime {
  const rounds = Array.from({ length: 5 }, () => {
    const start = performance.now();
    const usage = process.cpuUsage();
    const items = Array.from({ length: 20_000 }, (_, index) => ({ index, name: `n${index}` }));
    const text = JSON.stringify(items);
    for (let round = 0; round < 10; round++) JSON.parse(text);
    const { user, system } = process.cpuUsage(usage);
    return { clock: performance.now() - start, processor: (user + system) / 1000 };
  });
  const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[2] ?? 0;
  return {
    clock: median(rounds.map(({ clock }) => clock)),
    processor: median(rounds.map(({ processor }) => processor)),
  };
}

/** How many times longer than written a limit has to be. `atOnce`: how many suites will run side by side. */
export function timeFactor({ clock }: CalculationTime, atOnce: number): number {
  return Math.ceil(Math.min(Math.max(clock / usual.clock, 1), 10) * (atOnce + 2));
}

/** How many times more processor seconds than written a suite may take, at least once. `times`: of the same run. */
export function budgetFactor(times: readonly CalculationTime[]): number {
  return Math.max(
    times.reduce((sum, { processor }) => sum + processor, 0) / times.length / usual.processor,
    1,
  );
}
