import { BlockList, isIP } from 'node:net';

/**
 * Whether `url` is reached without the proxy. An entry is `*`; a host, with or without `.` or `*.` before it, which
 * includes its subdomains; an IP address; or a range of IP addresses in CIDR notation. All but a range can end in a port.
 * There is no standard: these are the forms that both cURL and VS Code support.
 */
export function bypassesProxy(url: URL, entries: readonly string[]): boolean {
  const host = bare(url.hostname);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return entries.some((entry) => entry === '*' || matches(entry.toLowerCase(), host, port));
}

function matches(entry: string, host: string, port: string): boolean {
  if (entry.includes('/')) return isInRange(host, entry);
  const { name, port: only } = split(entry);
  if (name === '' || (only !== undefined && only !== port)) return false;
  if (isIP(host) !== 0 || isIP(name) !== 0) return host === canonical(name);
  return `.${host}`.endsWith(`.${canonical(name)}`);
}

function split(entry: string): { name: string; port?: string } {
  // An IPv6 address contains colons, so it needs brackets before a port.
  if (isIP(entry) === 6) return { name: entry };
  const [, host = entry, port] = /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? [];
  const name = bare(host).replace(/^(?:\*?\.)+/, '');
  return port === undefined ? { name } : { name, port };
}

function isInRange(host: string, range: string): boolean {
  const [network = '', bits = ''] = range.split('/');
  const family = isIP(host) === 6 ? 'ipv6' : 'ipv4';
  const maxBits = family === 'ipv6' ? 128 : 32;
  if (isIP(host) === 0 || isIP(network) !== isIP(host) || !/^\d{1,3}$/.test(bits)) return false;
  if (Number(bits) > maxBits) return false;
  const list = new BlockList();
  list.addSubnet(network, Number(bits), family);
  return list.check(host, family);
}

/** A host as in a URL: `2001:DB8::0` becomes `2001:db8::`, and names in Unicode become ASCII. */
function canonical(name: string): string {
  const address = `http://${isIP(name) === 6 ? `[${name}]` : name}`;
  return URL.canParse(address) ? bare(new URL(address).hostname) : name;
}

/** Without the brackets of an IPv6 address and the final dot of a fully qualified name. */
function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}
