import * as l10n from '@vscode/l10n';
import type { ConnectionFailure, Interruption } from '../http.ts';
import { describeProxyFailure } from './proxy-failure-message.ts';

/** Why no connection stood, and what mends it, in plain sentences. */
export function describeConnectionFailure(failure: ConnectionFailure): string {
  const host = { host: failure.host };
  switch (failure.kind) {
    case 'name-not-found':
      return l10n.t('The name {host} is not known. Check the address, your network and your VPN.', host);
    case 'refused':
      return l10n.t('{host} refused the connection. Check the address, and that the server runs.', host);
    case 'unreachable':
      return l10n.t("{host} can't be reached. Check your network and your VPN.", host);
    case 'certificate':
      return describeCertificateFailure(failure);
    case 'tls':
      return l10n.t(
        'No secure connection to {host} could be made ({code}). Check that the address has the right port, and https:// only where the server speaks it.',
        { ...host, code: failure.code },
      );
    case 'proxy':
      return describeProxyFailure(failure);
    case 'insecure':
      return l10n.t(
        '{host} is not this machine, and http:// would send your credentials there for all to read. Change the address to https://.',
        host,
      );
    case 'timeout':
      return l10n.t(
        "{host} didn't accept a connection within {seconds} s. Check your network, or allow more time (dataset.timeout, or --timeout).",
        {
          ...host,
          seconds: failure.seconds,
        },
      );
    case 'invalid-header':
      return l10n.t(
        "The header {name} can't be sent: its value holds a line break or another character that HTTP doesn't allow. Enter the credential again.",
        { name: failure.name },
      );
    case 'other':
      return l10n.t(
        'No connection to {host} could be made ({code}). Check the address, your network and what stands between, such as a firewall.',
        { ...host, code: failure.code },
      );
  }
}

/** The certificate itself is wrong, or only its signer is not known here: each has its own remedy. */
function describeCertificateFailure({
  host,
  code,
  setting,
}: Extract<ConnectionFailure, { kind: 'certificate' }>): string {
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return l10n.t(
      'The certificate of {host} is not valid today ({code}). Check the clock of this machine; if it is right, whoever runs {host} must renew the certificate.',
      { host, code },
    );
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID' || code === 'HOSTNAME_MISMATCH')
    return l10n.t(
      'The certificate of {host} is for another name ({code}). Check the address: something else may be answering in its place.',
      { host, code },
    );
  return setting === 'http.systemCertificates'
    ? l10n.t(
        'The certificate of {host} is not trusted ({code}). If your company signs its own, turn http.systemCertificates on, so that the authorities of this machine count, or name its authority in NODE_EXTRA_CA_CERTS.',
        { host, code },
      )
    : l10n.t(
        'The certificate of {host} is not trusted ({code}). If your company signs its own, name the file of its authority in NODE_EXTRA_CA_CERTS; VS Code also trusts those that this machine knows.',
        { host, code },
      );
}

/** How a connection broke once the request may have left. */
export function describeInterruption(interruption: Interruption): string {
  switch (interruption.kind) {
    case 'connection-lost':
      return l10n.t('The connection broke before an answer came ({code}).', { code: interruption.code });
    case 'timeout':
      return l10n.t('No answer came within {seconds} s.', { seconds: interruption.seconds });
    case 'cancelled':
      return l10n.t('It was cancelled after the request had left.');
    case 'invalid-response':
      return l10n.t('What came back is no HTTP response ({code}).', { code: interruption.code });
  }
}
