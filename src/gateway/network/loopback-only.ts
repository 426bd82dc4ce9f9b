import type { LookupAddress, lookup } from 'node:dns';
import { BlockList, type LookupFunction } from 'node:net';

/**
 * A DNS lookup that returns addresses of this machine only. Requests without TLS must not leave it, and a name server could
 * resolve `localhost` to another machine.
 */
export function loopbackOnly(find: typeof lookup): LookupFunction {
  return (hostname, options, done) => {
    find(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const own = error ? [] : addresses.filter(({ address, family }) => isOwn(address, family));
      const [first] = own;
      if (error) done(error, []);
      else if (!first) done(notFound(hostname), []);
      else if (options.all) done(null, own);
      else done(null, first.address, first.family);
    });
  };
}

function isOwn(address: string, family: number): boolean {
  const own = new BlockList();
  own.addSubnet('127.0.0.0', 8, 'ipv4');
  own.addAddress('::1', 'ipv6');
  return own.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

function notFound(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} is not on this machine.`), { code: 'ENOTFOUND' });
}
