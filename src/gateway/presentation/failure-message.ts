import * as l10n from '@vscode/l10n';
import { type MessageTable, messageFor } from '../../message-table.ts';
import { withoutFullStop } from '../../text/plain-text.ts';
import type { ConnectionFailure, Interruption, ProxyProblem } from '../http.ts';

/** A server's own message as a sentence, after a space; empty if there is none. `text` is plain. */
export function itSays(text: string): string {
  return text && ` ${l10n.t('It says: "{reason}".', { reason: withoutFullStop(text) })}`;
}

/** Why there was no connection and what to do, in sentences. `timeout`: what its setting is called. */
export function describeConnectionFailure(
  failure: ConnectionFailure,
  { timeout }: { readonly timeout: string },
): string {
  return messageFor(connectionMessages, failure, timeout);
}

const connectionMessages: MessageTable<ConnectionFailure, [timeout: string]> = {
  'name-not-found': ({ host }) =>
    l10n.t('The host {host} was not found. Check the URL, your network, and your VPN.', { host }),
  refused: ({ host }) =>
    l10n.t('{host} refused the connection. Check the URL, and whether the server is running.', { host }),
  unreachable: ({ host }) => l10n.t("{host} can't be reached. Check your network and your VPN.", { host }),
  certificate: describeCertificateFailure,
  tls: ({ host, code }) =>
    /_ALERT_(?:HANDSHAKE_FAILURE|CERTIFICATE|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED)/.test(
      code,
    )
      ? l10n.t(
          '{host} refused the secure connection ({code}). It may require a client certificate, which Dataset Studio does not support. Ask its administrator.',
          { host, code },
        )
      : l10n.t(
          "A secure connection to {host} can't be established ({code}). Check the port, and whether the server supports https://.",
          { host, code },
        ),
  proxy: (failure) => messageFor(proxyMessages, failure.problem, failure),
  insecure: ({ host }) =>
    l10n.t('http:// would send your credentials to {host} unencrypted. Change the URL to https://.', {
      host,
    }),
  timeout: ({ host, seconds }, timeout) =>
    l10n.t(
      "{host} didn't accept a connection within {seconds} s. Check your network, or allow more time ({timeout}).",
      { host, seconds, timeout },
    ),
  'invalid-header': ({ name }) =>
    l10n.t(
      "The header {name} can't be sent: its value contains a line break or another character that HTTP doesn't allow. Enter the credential again.",
      { name },
    ),
  other: ({ host, code }) =>
    l10n.t(
      "A connection to {host} can't be established ({code}). Check the URL, your network, and your firewall.",
      { host, code },
    ),
};

/** What to do depends on whether the certificate itself is wrong, or its authority is not trusted. */
function describeCertificateFailure({
  host,
  code,
  setting,
}: Extract<ConnectionFailure, { kind: 'certificate' }>): string {
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return l10n.t(
      'The certificate of {host} is expired or not yet valid ({code}). Check the clock of this machine. If it is correct, ask the administrator of {host} to renew the certificate.',
      { host, code },
    );
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID' || code === 'HOSTNAME_MISMATCH')
    return l10n.t(
      'The certificate of {host} is for another host name ({code}). Check the URL: another server may be responding instead.',
      { host, code },
    );
  return setting === 'http.systemCertificates'
    ? l10n.t(
        'The certificate of {host} is not trusted ({code}). If your company has its own certificate authority, turn on http.systemCertificates to trust the authorities of this machine, or set NODE_EXTRA_CA_CERTS to its file.',
        { host, code },
      )
    : l10n.t(
        'The certificate of {host} is not trusted ({code}). If your company has its own certificate authority, set NODE_EXTRA_CA_CERTS to its file. VS Code also trusts the authorities of this machine.',
        { host, code },
      );
}

/** How an exchange was interrupted after the request may have been sent. */
export function describeInterruption(interruption: Interruption): string {
  return messageFor(interruptionMessages, interruption);
}

const interruptionMessages: MessageTable<Interruption> = {
  'connection-lost': ({ code }) =>
    l10n.t('The connection was lost before a response arrived ({code}).', { code }),
  timeout: ({ seconds }) => l10n.t('No response arrived within {seconds} s.', { seconds }),
  cancelled: () => l10n.t('It was cancelled after the request was sent.'),
  'invalid-response': ({ code }) => l10n.t('The response is not a valid HTTP response ({code}).', { code }),
};

/** Why the proxy can't be used, and which setting to change. */
const proxyMessages: MessageTable<ProxyProblem, [Extract<ConnectionFailure, { kind: 'proxy' }>]> = {
  refused: describeRefusal,
  unreachable: ({ proxy, code }, { host, setting }) =>
    l10n.t(
      "The proxy {proxy} for {host} can't be reached ({code}). Check {setting}, your network, and your VPN.",
      { host, setting, proxy, code },
    ),
  certificate: ({ proxy, code }, { host, setting }) =>
    l10n.t(
      'The certificate of the proxy {proxy} for {host} is not trusted ({code}). If your company has its own certificate authority, add it with {setting}.',
      { host, setting, proxy, code },
    ),
  unsupported: ({ scheme }, { setting }) =>
    l10n.t(
      '{setting} contains a proxy of type "{scheme}", which is not supported. Enter one that begins with http:// or https://.',
      { setting, scheme },
    ),
  invalid: (_, { setting }) =>
    l10n.t('{setting} is not the URL of a proxy. Enter one such as http://proxy.example:8080.', { setting }),
};

function describeRefusal(
  { proxy, status, hadCredentials }: Extract<ProxyProblem, { kind: 'refused' }>,
  { host, setting }: Extract<ConnectionFailure, { kind: 'proxy' }>,
): string {
  switch (status) {
    case 407:
      if (hadCredentials)
        return l10n.t(
          'The proxy {proxy} refused the credentials in {setting} (status 407), so there is no connection to {host}. Correct the user name and the password there.',
          { host, proxy, setting },
        );
      return setting === 'http.proxyAuthorization'
        ? l10n.t(
            'The proxy {proxy} requires authentication to connect to {host} (status 407). Set {setting} in your user settings, such as "Basic …".',
            { host, proxy, setting },
          )
        : l10n.t(
            'The proxy {proxy} requires authentication to connect to {host} (status 407). Add a user name and a password to {setting}: http://user:password@proxy.example:8080.',
            { host, proxy, setting },
          );
    case 403:
      return l10n.t(
        "The proxy {proxy} doesn't allow connections to {host} (status 403). Ask its administrator. If {host} can be reached without the proxy, add it to {setting}.",
        { host, proxy, setting },
      );
    default:
      return l10n.t(
        'The proxy {proxy} could not connect to {host} (status {status}). Check the URL. If {host} can be reached without the proxy, add it to {setting}.',
        { host, proxy, setting, status },
      );
  }
}
