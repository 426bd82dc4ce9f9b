import { readdirSync, readFileSync } from 'node:fs';

/** A process, with what it and those that it has waited for took of a processor, in ticks. */
interface ProcessTimes {
  readonly pid: number;
  readonly parent: number;
  readonly own: number;
  readonly waited: number;
  /** Tells a process from a later one with its number. */
  readonly start: string;
}

/** In ticks of /proc (USER_HZ), which is 100 on all systems that Node.js supports. */
const second = 100;

/**
 * Samples the processor time of a process and all that it starts each second, also in other process groups. Returns a
 * function that ends this and returns the time in seconds, or undefined on a system without /proc.
 */
export function measureProcessorTime(root: number | undefined): () => number | undefined {
  const seen = new Map<string, ProcessTimes>();
  let running = new Map<number, ProcessTimes>();
  const keyOf = ({ pid, start }: ProcessTimes) => `${pid} ${start}`;
  const belongs = (process: ProcessTimes | undefined): boolean =>
    process !== undefined &&
    (process.pid === root || seen.has(keyOf(process)) || belongs(running.get(process.parent)));

  function sample(): void {
    running = new Map(readProcesses().map((process) => [process.pid, process]));
    for (const process of [...running.values()].filter(belongs)) seen.set(keyOf(process), process);
  }

  /**
   * A process that has ended counts once, although the one that waited for it has its time, too: in part, if both ended between two
   * samples.
   */
  function total(): number {
    const all = [...seen.values()];
    const isRunning = ({ pid, start }: ProcessTimes) => running.get(pid)?.start === start;
    const parentOf = (child: ProcessTimes) =>
      all.findLast(({ pid, start }) => pid === child.parent && Number(start) <= Number(child.start));
    const below = new Map<ProcessTimes, ProcessTimes[]>();
    const top: ProcessTimes[] = [];
    for (const process of all) {
      const parent = isRunning(process) ? undefined : parentOf(process);
      if (parent === undefined) top.push(process);
      else below.set(parent, [...(below.get(parent) ?? []), process]);
    }
    const whole = (process: ProcessTimes): number =>
      process.own + Math.max(process.waited, sum(below.get(process) ?? []));
    const sum = (processes: readonly ProcessTimes[]) =>
      processes.reduce((ticks, process) => ticks + whole(process), 0);
    return sum(top) / second;
  }

  if (root === undefined || readProcesses().length === 0) return () => undefined;
  sample();
  const timer = setInterval(sample, 1000);
  return () => {
    clearInterval(timer);
    return total();
  };
}

/** All processes of this machine; none if it has no /proc. */
function readProcesses(): ProcessTimes[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => readProcess(Number(name)));
  } catch {
    return [];
  }
}

/** See proc_pid_stat(5). The name of the program, in parentheses, can contain anything. */
function readProcess(pid: number): ProcessTimes[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = (first: number) => Number(fields[first]) + Number(fields[first + 1]);
    return [{ pid, parent: Number(fields[1]), own: ticks(11), waited: ticks(13), start: fields[19] ?? '' }];
  } catch {
    // It has ended.
    return [];
  }
}
