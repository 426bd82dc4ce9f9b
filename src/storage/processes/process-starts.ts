import { win32 } from 'node:path';

/** Runs a program and resolves to what it prints, trimmed; undefined if it fails or prints nothing. */
export type OutputOf = (program: string, args: readonly string[]) => Promise<string | undefined>;

export interface ProcessStartsOptions {
  readonly platform: NodeJS.Platform;
  /** Environment variables. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly outputOf: OutputOf;
  /** Milliseconds; only differences count. */
  readonly now: () => number;
}

/**
 * How long an answer is used for one process, in milliseconds. An answer takes a PowerShell process of a second on Windows,
 * and views ask every few seconds. It expires, because the system may give the number to another process.
 */
const answerLifetime = 10 * 60_000;

interface Answer {
  readonly askedAt: number;
  readonly startedAt: Promise<string | undefined>;
}

/** Finds out when a process started, on systems where that takes a program: macOS and Windows. */
export class ProcessStarts {
  readonly #options: ProcessStartsOptions;
  readonly #answers = new Map<string, Answer>();

  constructor(options: ProcessStartsOptions) {
    this.#options = options;
  }

  /** `ms:<n>`, milliseconds since the epoch; undefined if the process has ended or the system doesn't say. */
  startOf(process: { readonly pid: number; readonly startedAt: string }): Promise<string | undefined> {
    const { pid, startedAt } = process;
    const now = this.#options.now();
    for (const [key, { askedAt }] of this.#answers)
      if (now - askedAt >= answerLifetime) this.#answers.delete(key);
    const key = `${pid} ${startedAt}`;
    const known = this.#answers.get(key);
    if (known) return known.startedAt;
    const answer = { askedAt: now, startedAt: this.#ask(pid) };
    this.#answers.set(key, answer);
    return answer.startedAt;
  }

  async #ask(pid: number): Promise<string | undefined> {
    const { platform, variables, outputOf } = this.#options;
    switch (platform) {
      case 'darwin': {
        const started = await outputOf('/bin/ps', ['-o', 'lstart=', '-p', String(pid)]);
        return started === undefined ? undefined : inMilliseconds(`${started} UTC`);
      }
      case 'win32': {
        const program = windowsPowerShell(variables);
        if (program === undefined) return undefined;
        const script = `(Get-Process -Id ${pid}).StartTime.ToUniversalTime().ToString('o')`;
        const started = await outputOf(program, ['-NoProfile', '-NonInteractive', '-Command', script]);
        return started === undefined ? undefined : inMilliseconds(started);
      }
      default:
        return undefined;
    }
  }
}

/**
 * Windows PowerShell's full path. A bare name would start a `powershell.exe` of the current folder, which may be a repository
 * (CreateProcessW searches it before the system's folders). Undefined if `SystemRoot` is not a folder of a local drive.
 */
function windowsPowerShell(variables: ProcessStartsOptions['variables']): string | undefined {
  // Windows ignores the case of a variable's name, a copy of its environment doesn't.
  const name = Object.keys(variables).find((key) => key.toUpperCase() === 'SYSTEMROOT');
  const root = name === undefined ? undefined : variables[name];
  if (root === undefined || !/^[a-z]:[\\/]/i.test(root)) return undefined;
  return win32.join(root, 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe');
}

function inMilliseconds(date: string): string | undefined {
  const time = Date.parse(date);
  return Number.isNaN(time) ? undefined : `ms:${time}`;
}
