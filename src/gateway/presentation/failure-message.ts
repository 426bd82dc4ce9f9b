import type { Localize } from '../../text/localize.ts';
import type { ConnectionFailure, Interruption } from '../http.ts';
import { describeProxyFailure } from './proxy-failure-message.ts';

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
      return describeCertificateFailure(failure, localize);
    case 'tls':
      return localize(
        'No secure connection to {host} could be made ({code}). Check that the address has the right port, and https:// only where the server speaks it.',
        { ...host, code: failure.code },
      );
    case 'proxy':
      return describeProxyFailure(failure, localize);
    case 'insecure':
      return localize(
        '{host} is not this machine, and http:// would send your credentials there for all to read. Change the address to https://.',
        host,
      );
    case 'timeout':
      return localize(
        "{host} didn't accept a connection within {seconds} s. Check your network, or allow more time (dataset.timeout, or --timeout).",
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
      return localize(
        'No connection to {host} could be made ({code}). Check the address, your network and what stands between, such as a firewall.',
        { ...host, code: failure.code },
      );
  }
}

/** The certificate itself is wrong, or only its signer is not known here: each has its own remedy. */
function describeCertificateFailure(
  { host, code, setting }: Extract<ConnectionFailure, { kind: 'certificate' }>,
  localize: Localize,
): string {
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return localize(
      'The certificate of {host} is not valid today ({code}). Check the clock of this machine; if it is right, whoever runs {host} must renew the certificate.',
      { host, code },
    );
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID' || code === 'HOSTNAME_MISMATCH')
    return localize(
      'The certificate of {host} is for another name ({code}). Check the address: something else may be answering in its place.',
      { host, code },
    );
  return setting === 'http.systemCertificates'
    ? localize(
        'The certificate of {host} is not trusted ({code}). If your company signs its own, turn http.systemCertificates on, so that the authorities of this machine count, or name its authority in NODE_EXTRA_CA_CERTS.',
        { host, code },
      )
    : localize(
        'The certificate of {host} is not trusted ({code}). If your company signs its own, name the file of its authority in NODE_EXTRA_CA_CERTS; VS Code also trusts those that this machine knows.',
        { host, code },
      );
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
