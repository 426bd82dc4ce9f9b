import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { programEnvironment, windowsPowerShell } from '../../system/program-environment.ts';

/** In milliseconds. */
const maxTime = 3000;

/** The name and the process ID of the program that listens on a TCP port of this machine; undefined if that can't be found out. */
export async function programOnPort(port: number): Promise<string | undefined> {
  switch (process.platform) {
    case 'linux':
      return programOnLinux(port);
    case 'darwin': {
      // Fields: `p` with the process ID, `c` with the command.
      const fields = await output('/usr/sbin/lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc']);
      return named(/^c(.+)$/m.exec(fields)?.[1], /^p(\d+)$/m.exec(fields)?.[1]);
    }
    case 'win32': {
      const program = windowsPowerShell(process.env);
      if (program === undefined) return undefined;
      const script = `Get-Process -Id (Get-NetTCPConnection -State Listen -LocalPort ${port}).OwningProcess | Select-Object -First 1 | ForEach-Object { "$($_.Id) $($_.ProcessName)" }`;
      const line = await output(program, ['-NoProfile', '-NonInteractive', '-Command', script]);
      const [, id, name] = /^(\d+) (.+)$/m.exec(line.replaceAll('\r', '')) ?? [];
      return named(name, id);
    }
    default:
      return undefined;
  }
}

/** Sockets are listed with their inode, which is what an open file of the program links to. Other users' programs stay unknown. */
async function programOnLinux(port: number): Promise<string | undefined> {
  try {
    const tables = await Promise.all(
      ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFile(path, 'utf8').catch(() => '')),
    );
    const address = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
    // The columns: number, local address, remote address, state (0A: listening), …, inode.
    const listening = tables
      .flatMap((table) => table.split('\n').map((line) => line.trim().split(/\s+/)))
      .find(([, local = '', , state]) => local.endsWith(address) && state === '0A');
    const inode = listening?.[9];
    if (inode === undefined) return undefined;
    const deadline = Date.now() + maxTime;
    for (const id of await readdir('/proc')) {
      if (!/^\d+$/.test(id) || Date.now() > deadline) continue;
      const files = await readdir(`/proc/${id}/fd`).catch(() => []);
      for (const file of files) {
        const target = await readlink(`/proc/${id}/fd/${file}`).catch(() => '');
        if (target !== `socket:[${inode}]`) continue;
        // `comm` is the name of the first thread, which is `MainThread` in Node.js.
        const program = await readlink(`/proc/${id}/exe`).catch(() => '');
        return named(basename(program) || (await readFile(`/proc/${id}/comm`, 'utf8')).trim(), id);
      }
    }
  } catch {
    // Not every system has /proc.
  }
  return undefined;
}

function named(name: string | undefined, id: string | undefined): string | undefined {
  return name === undefined || id === undefined ? undefined : `${name} (${id})`;
}

/** Empty if the program can't be run. */
function output(command: string, args: readonly string[]): Promise<string> {
  const env = programEnvironment(process.env, { LC_ALL: 'C' });
  return new Promise((resolve) => {
    execFile(command, args, { env, timeout: maxTime, windowsHide: true }, (_error, stdout) =>
      resolve(stdout),
    );
  });
}
