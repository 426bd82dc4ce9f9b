import type { ChildProcess } from 'node:child_process';

/** Raises in its own process what it gets as messages. Without an IPC channel, there are none. */
const raiseMessages =
  'data:text/javascript,process.on("message",(name)=>process.emit(name));process.channel?.unref()';

const isWindows = process.platform === 'win32';

/**
 * How to start a Node.js that `sendSignal` reaches. Windows has no signals: Node.js ends a process that another one sends
 * any. There, the name goes as a message, and the process raises the event that Ctrl-C would.
 */
export const reachable = {
  execArgv: isWindows ? ['--import', raiseMessages] : [],
  stdio: isWindows ? (['pipe', 'pipe', 'pipe', 'ipc'] as const) : (['pipe', 'pipe', 'pipe'] as const),
};

export function sendSignal(child: ChildProcess, name: NodeJS.Signals): void {
  if (isWindows && name !== 'SIGKILL') child.send(name);
  else child.kill(name);
}
