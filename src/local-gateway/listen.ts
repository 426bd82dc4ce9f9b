import type { Server } from 'node:net';
import * as l10n from '@vscode/l10n';

/**
 * Listens on `port`, or, if that is undefined, on `defaultPort` or any free port. Resolves to `listening`, or to the code of
 * the error that prevented it.
 */
export async function listenWhereFree(
  server: Pick<Server, 'listen' | 'on' | 'once' | 'off'>,
  host: string,
  defaultPort: number,
  port: number | undefined,
): Promise<string> {
  if (port !== undefined) return listen(server, host, port);
  const first = await listen(server, host, defaultPort);
  // Windows reserves ranges of ports, for containers and virtual machines, and refuses them with EACCES.
  return first === 'EADDRINUSE' || first === 'EACCES' ? listen(server, host, 0) : first;
}

function listen(
  server: Pick<Server, 'listen' | 'on' | 'once' | 'off'>,
  host: string,
  port: number,
): Promise<string> {
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message);
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      // Without a listener, a connection that can't be accepted would end the process.
      server.on('error', () => undefined);
      resolve('listening');
    });
  });
}

/** What happened and what to do, in sentences. */
export function listenFailure(code: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return l10n.t('Port {port} is already in use. Stop the other program or choose another port.', {
        port,
      });
    case 'EACCES':
      return port < 1024
        ? l10n.t('You are not allowed to use port {port}. Choose a port above 1023.', { port })
        : l10n.t('Port {port} is reserved by the system. Choose another port.', { port });
    default:
      return l10n.t("The local gateway can't listen on port {port} ({code}). Choose another port.", {
        port,
        code,
      });
  }
}
