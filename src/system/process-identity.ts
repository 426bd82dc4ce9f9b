import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { errorCode } from './error-code.ts';

/** Identifies a process, also among past ones with the same number. Contains no secret. */
export interface ProcessIdentity {
  readonly pid: number;
  /**
   * `ticks:<n>` on Linux: clock ticks between boot and start (proc(5), `/proc/pid/stat`, field 22), independent of clock
   * changes; `ms:<n>` elsewhere: milliseconds since the epoch by the clock of that moment.
   */
  readonly startedAt: string;
  readonly host: string;
  /** Linux: one boot of one kernel. Version 1.0.0 recorded it on macOS, too. */
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

/**
 * The processes of this machine. If it can't be known, the answer is `alive` or `not-known`, never `gone`: on macOS and Windows, also if
 * another process has the number now.
 */
export class SystemProcesses implements ProcessTable {
  #self: Promise<ProcessIdentity> | undefined;

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
    if (!isRunning(other.pid)) return 'gone';
    if (other.pid === self.pid) return other.startedAt === self.startedAt ? 'alive' : 'gone';
    if (process.platform !== 'linux') return 'alive';
    const { state, startedAt } = await linuxStatus(other.pid);
    // A zombie has ended, and keeps its number only because its parent hasn't read its exit status.
    if (/^[ZXx]$/.test(state)) return 'gone';
    if (startedAt === undefined) return isRunning(other.pid) ? 'not-known' : 'gone';
    return startedAt === other.startedAt ? 'alive' : 'gone';
  }
}

async function readSelf(): Promise<ProcessIdentity> {
  const own = { pid: process.pid, host: hostname() };
  const startedAt = `ms:${Math.round(performance.timeOrigin)}`;
  if (process.platform !== 'linux') return { ...own, startedAt };
  const [status, bootId, pidNamespace] = await Promise.all([
    linuxStatus(process.pid),
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    readlink('/proc/self/ns/pid').catch(() => undefined),
  ]);
  return {
    ...own,
    startedAt: status.startedAt ?? startedAt,
    bootId: bootId.trim() || undefined,
    pidNamespace,
  };
}

/** From `/proc/<pid>/stat` (proc_pid_stat(5)). Empty if the process has ended or the system doesn't say. */
async function linuxStatus(pid: number): Promise<{ state: string; startedAt?: string }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The second field, the name in parentheses, may hold anything: fields are counted from its end.
  const fields = stat === '' ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state = ''] = fields;
  const ticks = fields[19];
  return ticks ? { state, startedAt: `ticks:${ticks}` } : { state };
}

/** Many machines are named `localhost`. */
function namesOneMachine(host: string): boolean {
  return host !== '' && !/^localhost(\.|$)/i.test(host);
}

/** Whether a process of this machine has the number. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it exists and belongs to another user.
    return errorCode(error) !== 'ESRCH';
  }
}
