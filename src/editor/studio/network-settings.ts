import { workspace } from 'vscode';
import { type Network, networkOfSettings } from '../../gateway/network/network.ts';
import { userValue } from './user-value.ts';

/** The network configuration from VS Code's `http.*` settings. Environment variables apply where a setting has no value. */
export function networkSettings(): Network {
  const http = workspace.getConfiguration('http');
  const text = (key: string) => ifValid(userValue(http, key), (value) => typeof value === 'string');
  const flag = (key: string) => ifValid(userValue(http, key), (value) => typeof value === 'boolean');
  return networkOfSettings(
    {
      proxy: text('proxy'),
      noProxy: ifValid(userValue(http, 'noProxy'), isStringArray),
      proxyAuthorization: text('proxyAuthorization'),
      proxyStrictSSL: flag('proxyStrictSSL'),
      systemCertificates: flag('systemCertificates'),
      proxySupport: text('proxySupport'),
    },
    process.env,
  );
}

/** Ignores a value of the wrong type, because settings can be edited by hand. */
function ifValid<Value>(value: unknown, is: (value: unknown) => value is Value): Value | undefined {
  return is(value) ? value : undefined;
}

function isStringArray(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
