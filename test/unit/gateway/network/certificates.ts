import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';

/** A private key and its certificate, in PEM. */
export interface ServerKey {
  readonly key: string;
  readonly cert: string;
}

/** A private certificate authority, such as a company's. */
export interface Authority {
  readonly cert: string;
  /** A key with a certificate for these host names and IPv4 addresses. */
  keyFor(...hosts: readonly string[]): ServerKey;
}

interface Subject {
  readonly name: string;
  readonly keys: KeyPair;
}

type KeyPair = ReturnType<typeof newKeys>;

/** Creates certificates (RFC 5280) with Node.js only, because not every machine has the OpenSSL command. */
export function newAuthority(name = 'Company Authority'): Authority {
  const authority: Subject = { name, keys: newKeys() };
  return {
    cert: certificate(authority, authority, [
      extension(oids.basicConstraints, sequence(boolean(true)), true),
    ]),
    keyFor: (...hosts) => {
      const server: Subject = { name: hosts[0] ?? 'server', keys: newKeys() };
      return { key: privateKey(server), cert: certificate(server, authority, [names(hosts)]) };
    },
  };
}

/** A key with a self-signed certificate. */
export function selfSignedKey(...hosts: readonly string[]): ServerKey {
  const server: Subject = { name: hosts[0] ?? 'server', keys: newKeys() };
  return { key: privateKey(server), cert: certificate(server, server, [names(hosts)]) };
}

function newKeys(): { readonly publicKey: KeyObject; readonly privateKey: KeyObject } {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

function privateKey({ keys }: Subject): string {
  return keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

const day = 24 * 60 * 60 * 1000;

const oids = {
  commonName: [0x55, 4, 3],
  basicConstraints: [0x55, 29, 19],
  alternativeName: [0x55, 29, 17],
  ecdsaWithSha256: [0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2],
} as const;

/** RFC 5280, section 4.1. */
function certificate(subject: Subject, issuer: Subject, extensions: readonly Buffer[]): string {
  const algorithm = sequence(der(0x06, Buffer.from(oids.ecdsaWithSha256)));
  const serial = createHash('sha256').update(randomBytes(16)).digest().subarray(0, 16);
  serial[0] = 1;
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    algorithm,
    distinguishedName(issuer),
    sequence(time(Date.now() - day), time(Date.now() + day)),
    distinguishedName(subject),
    subject.keys.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = sign('sha256', toBeSigned, issuer.keys.privateKey);
  const whole = sequence(toBeSigned, algorithm, der(0x03, Buffer.from([0]), signature));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

function distinguishedName({ name }: Subject): Buffer {
  return sequence(der(0x31, sequence(der(0x06, Buffer.from(oids.commonName)), der(0x0c, Buffer.from(name)))));
}

function names(hosts: readonly string[]): Buffer {
  const entries = hosts.map((host) =>
    isIP(host) === 4
      ? der(0x87, Buffer.from(host.split('.').map(Number)))
      : der(0x82, Buffer.from(host, 'ascii')),
  );
  return extension(oids.alternativeName, sequence(...entries), false);
}

function extension(oid: readonly number[], value: Buffer, critical: boolean): Buffer {
  return sequence(der(0x06, Buffer.from(oid)), ...(critical ? [boolean(true)] : []), der(0x04, value));
}

function boolean(value: boolean): Buffer {
  return der(0x01, Buffer.from([value ? 0xff : 0]));
}

/** UTCTime, such as 261121130000Z. */
function time(milliseconds: number): Buffer {
  const digits = new Date(milliseconds)
    .toISOString()
    .replace(/[-:T]|\.\d+/g, '')
    .slice(2);
  return der(0x17, Buffer.from(digits));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, ...parts);
}

/** ITU-T X.690, section 8.1: a tag, the length, the contents. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const contents = Buffer.concat(parts);
  const { length } = contents;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), contents]);
}
