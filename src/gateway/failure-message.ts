import type { Localize } from '../dataset/localize.ts';
import type { ConnectionFailure, Interruption } from './http.ts';

/** Why no connection stood, and what mends it, in plain sentences. */
export function describeConnectionFailure(failure: ConnectionFailure, localize: Localize): string {
  const host = { host: failure.host };
  switch (failure.kind) {
    case 'name-not-found':
      return localize('The name {host} is not known. Check the address, your network and your VPN.', host);
    case 'refused':
      return localize('{host} refused the connection. Check the address, and that the server runs.', host);
    case 'unreachable':
      return localize("{host} can't be reached. Check your network and your VPN.", host);
    case 'certificate':
      return localize(
        'The certificate of {host} is not trusted ({code}). If your company signs its own, make its authority known to this machine, or name it in NODE_EXTRA_CA_CERTS.',
        { ...host, code: failure.code },
      );
    case 'tls':
      return localize(
        'No secure connection to {host} could be made ({code}). Check that the address has the right port, and https:// only where the server speaks it.',
        { ...host, code: failure.code },
      );
    case 'proxy':
      return failure.status === undefined
        ? localize("The proxy on the way to {host} can't be reached. Check the proxy settings.", host)
        : localize(
            'The proxy refused the way to {host} (status {status}). Check the proxy settings and its credentials.',
            {
              ...host,
              status: failure.status,
            },
          );
    case 'timeout':
      return localize(
        "{host} didn't accept a connection within {seconds} s. Check your network, or raise dataset.timeout.",
        {
          ...host,
          seconds: failure.seconds,
        },
      );
    case 'invalid-header':
      return localize(
        "The header {name} can't be sent: its value holds a line break or another character that HTTP doesn't allow. Enter the credential again.",
        { name: failure.name },
      );
    case 'other':
      return localize('No connection to {host} could be made ({code}).', { ...host, code: failure.code });
  }
}

/** How a connection broke once the request may have left. */
export function describeInterruption(interruption: Interruption, localize: Localize): string {
  switch (interruption.kind) {
    case 'connection-lost':
      return localize('The connection broke before an answer came ({code}).', { code: interruption.code });
    case 'timeout':
      return localize('No answer came within {seconds} s.', { seconds: interruption.seconds });
    case 'cancelled':
      return localize('It was cancelled after the request had left.');
    case 'invalid-response':
      return localize('What came back is no HTTP response ({code}).', { code: interruption.code });
  }
}
