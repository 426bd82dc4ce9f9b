import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { type OutputOf, ProcessStarts } from './process-starts.ts';
import { programEnvironment } from './program-environment.ts';

/** Identifies a process, also among past ones with the same number. Contains no secret. */
export interface ProcessIdentity {
  readonly pid: number;
  /**
   * `ticks:<n>` on Linux: clock ticks between boot and start (proc(5), `/proc/pid/stat`, field 22), independent of clock
   * changes; `ms:<n>` elsewhere: milliseconds since the epoch by the clock of that moment, exact to a few seconds.
   */
  readonly startedAt: string;
  readonly host: string;
  /** One boot of one kernel; absent if the system has no such ID. */
  readonly bootId?: string;
  /** Linux: process numbers are only valid inside it (pid_namespaces(7)). */
  readonly pidNamespace?: string;
}

export type Life =
  | 'alive'
  | 'gone'
  /** On another machine, in another container, or unknown to the system. */
  | 'not-known';

export interface ProcessTable {
  self(): Promise<ProcessIdentity>;
  lifeOf(process: ProcessIdentity): Promise<Life>;
}

/** The largest difference between two readings of a process's start by the wall clock, in milliseconds. */
const startTolerance = 10_000;

export interface SystemProcessesOptions {
  readonly platform: NodeJS.Platform;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly outputOf: OutputOf;
  readonly now: () => number;
}

/** The processes of this machine. If in doubt, the answer is `alive` or `not-known`, never `gone`. */
export class SystemProcesses implements ProcessTable {
  readonly #platform: NodeJS.Platform;
  readonly #starts: ProcessStarts;
  #self: Promise<ProcessIdentity> | undefined;

  /** Tests describe another system here. */
  constructor(options: Partial<SystemProcessesOptions> = {}) {
    this.#platform = options.platform ?? process.platform;
    this.#starts = new ProcessStarts({
      platform: this.#platform,
      variables: process.env,
      outputOf,
      now: () => performance.now(),
      ...options,
    });
  }

  self(): Promise<ProcessIdentity> {
    this.#self ??= readSelf();
    return this.#self;
  }

  async lifeOf(other: ProcessIdentity): Promise<Life> {
    const self = await this.self();
    const sameBoot = other.bootId !== undefined && other.bootId === self.bootId;
    if (!sameBoot && !(other.host === self.host && namesOneMachine(self.host))) return 'not-known';
    if (other.bootId !== undefined && self.bootId !== undefined && !sameBoot) return 'gone';
    if (other.pidNamespace !== self.pidNamespace) return 'not-known';
    if (!exists(other.pid) || (await isZombie(other.pid))) return 'gone';
    if (other.pid === self.pid) return other.startedAt === self.startedAt ? 'alive' : 'gone';
    const startedAt =
      this.#platform === 'linux' ? await startOnLinux(other.pid) : await this.#starts.startOf(other);
    if (startedAt === undefined) return exists(other.pid) ? 'not-known' : 'gone';
    return isSameStart(other.startedAt, startedAt) ? 'alive' : 'gone';
  }
}

async function readSelf(): Promise<ProcessIdentity> {
  const [startedAt, bootId, pidNamespace] = await Promise.all([
    process.platform === 'linux' ? startOnLinux(process.pid) : undefined,
    readBootId(),
    process.platform === 'linux' ? readlink('/proc/self/ns/pid').catch(() => undefined) : undefined,
  ]);
  return {
    pid: process.pid,
    startedAt: startedAt ?? `ms:${Math.round(performance.timeOrigin)}`,
    host: hostname(),
    ...(bootId === undefined ? {} : { bootId }),
    ...(pidNamespace === undefined ? {} : { pidNamespace }),
  };
}

async function readBootId(): Promise<string | undefined> {
  switch (process.platform) {
    case 'linux':
      return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')).trim() || undefined;
    case 'darwin':
      return outputOf('/usr/sbin/sysctl', ['-n', 'kern.bootsessionuuid']);
    default:
      return undefined;
  }
}

/** Undefined if the process has ended or the system doesn't say. */
async function startOnLinux(pid: number): Promise<string | undefined> {
  const ticks = (await linuxStatus(pid))[19];
  return ticks ? `ticks:${ticks}` : undefined;
}

/** Whether a process has ended and keeps its number only because its parent hasn't read its exit status. */
async function isZombie(pid: number): Promise<boolean> {
  switch (process.platform) {
    case 'linux':
      return /^[ZXx]$/.test((await linuxStatus(pid))[0] ?? '');
    case 'darwin':
      return /^Z/.test((await outputOf('/bin/ps', ['-o', 'stat=', '-p', String(pid)])) ?? '');
    default:
      return false;
  }
}

/** The fields of `/proc/<pid>/stat` from the third, the state (proc_pid_stat(5)); empty if there is no such process. */
async function linuxStatus(pid: number): Promise<readonly string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The second field, the name in parentheses, may hold anything: fields are counted from its end.
  return stat === '' ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function isSameStart(recorded: string, found: string): boolean {
  if (recorded === found) return true;
  const [times, others] = [recorded, found].map((start) => /^ms:(\d+)$/.exec(start)?.[1]);
  return (
    times !== undefined && others !== undefined && Math.abs(Number(times) - Number(others)) <= startTolerance
  );
}

/** Many machines are named `localhost`. */
function namesOneMachine(host: string): boolean {
  return host !== '' && !/^localhost(\.|$)/i.test(host);
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it exists and belongs to another user.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

function outputOf(program: string, args: readonly string[]): Promise<string | undefined> {
  const env = programEnvironment(process.env, { LC_ALL: 'C', TZ: 'UTC' });
  return new Promise((resolve) => {
    execFile(program, args, { env, timeout: 5000, windowsHide: true }, (error, stdout) =>
      resolve(error ? undefined : stdout.trim() || undefined),
    );
  });
}
