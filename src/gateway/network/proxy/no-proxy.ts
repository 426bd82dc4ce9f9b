import { BlockList, isIP } from 'node:net';

/**
 * Whether `url` is reached without the proxy. An entry is `*`; a host, which stands for all names below it as well,
 * with or without `.` or `*.` before it; an IP address; or a range of them in CIDR notation. Each but the range may
 * end in a port. There is no standard; this is what cURL and VS Code agree on.
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
  // An IPv6 address is full of colons: its port needs brackets.
  if (isIP(entry) === 6) return { name: entry };
  const [, host = entry, port] = /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? [];
  const name = bare(host).replace(/^(?:\*?\.)+/, '');
  return port === undefined ? { name } : { name, port };
}

function isInRange(host: string, range: string): boolean {
  const [network = '', bits = ''] = range.split('/');
  const family = isIP(host) === 6 ? 'ipv6' : 'ipv4';
  const longest = family === 'ipv6' ? 128 : 32;
  if (isIP(host) === 0 || isIP(network) !== isIP(host) || !/^\d{1,3}$/.test(bits)) return false;
  if (Number(bits) > longest) return false;
  const list = new BlockList();
  list.addSubnet(network, Number(bits), family);
  return list.check(host, family);
}

/** As a URL writes a host: `2001:DB8::0` is `2001:db8::`, and a name may hold more than ASCII. */
function canonical(name: string): string {
  const address = `http://${isIP(name) === 6 ? `[${name}]` : name}`;
  return URL.canParse(address) ? bare(new URL(address).hostname) : name;
}

/** Without an IPv6 address's brackets, and without the dot that ends a fully qualified name. */
function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}
