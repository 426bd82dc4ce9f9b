import { workspace } from 'vscode';
import { type Network, networkOfSettings } from '../../gateway/network/network.ts';
import { userValue } from './user-value.ts';

/** The network as VS Code's own settings describe it, and the environment where they are silent. */
export function networkSettings(): Network {
  const http = workspace.getConfiguration('http');
  const text = (key: string) => typed(userValue(http, key), (value) => typeof value === 'string');
  const flag = (key: string) => typed(userValue(http, key), (value) => typeof value === 'boolean');
  return networkOfSettings(
    {
      proxy: text('proxy'),
      noProxy: typed(userValue(http, 'noProxy'), isListOfTexts),
      proxyAuthorization: text('proxyAuthorization'),
      proxyStrictSSL: flag('proxyStrictSSL'),
      systemCertificates: flag('systemCertificates'),
      proxySupport: text('proxySupport'),
    },
    process.env,
  );
}

/** Settings are written by hand: a value of another type counts as none. */
function typed<Value>(value: unknown, is: (value: unknown) => value is Value): Value | undefined {
  return is(value) ? value : undefined;
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
