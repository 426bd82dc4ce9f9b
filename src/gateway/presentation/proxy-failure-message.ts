import * as l10n from '@vscode/l10n';
import type { ConnectionFailure } from '../http.ts';

/** Why there is no way through the proxy, and the setting that mends it. */
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
        "The proxy {proxy} on the way to {host} can't be reached ({code}). Check {setting}, your network and your VPN.",
        { host, setting, proxy: problem.proxy, code: problem.code },
      );
    case 'certificate':
      return l10n.t(
        'The certificate of the proxy {proxy} on the way to {host} is not trusted ({code}). If your company signs its own, make its authority known: see {setting}.',
        { host, setting, proxy: problem.proxy, code: problem.code },
      );
    case 'unsupported':
      return l10n.t(
        '{setting} names a proxy of the kind "{scheme}", which is not supported, so {host} was not asked. Name one that begins with http:// or https://.',
        { host, setting, scheme: problem.scheme },
      );
    case 'invalid':
      return l10n.t(
        '{setting} holds no address of a proxy, so {host} was not asked. Write one such as http://proxy.example:8080.',
        { host, setting },
      );
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
            'The proxy {proxy} wants to know who asks before it opens the way to {host} (status 407). Set {setting} in your user settings, such as "Basic …".',
            { host, proxy, setting },
          )
        : l10n.t(
            'The proxy {proxy} wants to know who asks before it opens the way to {host} (status 407). Put a user name and a password into {setting}: http://user:password@proxy.example:8080.',
            { host, proxy, setting },
          );
    case 403:
      return l10n.t(
        "The proxy {proxy} doesn't allow the way to {host} (status 403). Ask who runs it; if {host} is reached without it, name {host} in {setting}.",
        { host, proxy, setting },
      );
    default:
      return l10n.t(
        'The proxy {proxy} could not open the way to {host} (status {status}). Check the address; if {host} is reached without the proxy, name it in {setting}.',
        { host, proxy, setting, status },
      );
  }
}
