import * as l10n from '@vscode/l10n';
import type { ConnectionFailure } from '../http.ts';

/** Why the proxy can't be used, and which setting to change. */
export function describeProxyFailure({
  host,
  setting,
  problem,
}: Extract<ConnectionFailure, { kind: 'proxy' }>): string {
  switch (problem.kind) {
    case 'refused':
      return describeRefusal(host, setting, problem);
    case 'unreachable':
      return l10n.t(
        "The proxy {proxy} for {host} can't be reached ({code}). Check {setting}, your network, and your VPN.",
        { host, setting, proxy: problem.proxy, code: problem.code },
      );
    case 'certificate':
      return l10n.t(
        'The certificate of the proxy {proxy} for {host} is not trusted ({code}). If your company has its own certificate authority, add it with {setting}.',
        { host, setting, proxy: problem.proxy, code: problem.code },
      );
    case 'unsupported':
      return l10n.t(
        '{setting} contains a proxy of type "{scheme}", which is not supported. Enter one that begins with http:// or https://.',
        { setting, scheme: problem.scheme },
      );
    case 'invalid':
      return l10n.t('{setting} is not the URL of a proxy. Enter one such as http://proxy.example:8080.', {
        setting,
      });
  }
}

function describeRefusal(
  host: string,
  setting: string,
  { proxy, status }: { readonly proxy: string; readonly status: number },
): string {
  switch (status) {
    case 407:
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
