import type { ConnectionFailure, Interruption } from '../http.ts';
import { NotConnected } from './not-connected.ts';

/** What OpenSSL and Node.js call a certificate that can't be trusted. */
const certificateCodes =
  /^CERT_|^ERR_TLS_CERT|^CRL_|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY|DECODE|DECRYPT)|^HOSTNAME_MISMATCH$|^INVALID_(?:CA|PURPOSE)$/;

/** ... and a handshake that failed for any other reason, such as a server that speaks no TLS. */
const handshakeCodes = /^ERR_SSL|^ERR_TLS|^EPROTO$/;

const unreachableCodes = new Set([
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'ETIMEDOUT',
  'EACCES',
]);

/** Why connecting to `host` failed, from what Node.js and undici throw. */
export function classifyFailure(error: unknown, host: string): ConnectionFailure {
  if (error instanceof NotConnected) return error.failure;
  const codes = codesOf(error);
  const code = codes[0] ?? 'unknown';
  if (codes.includes('ENOTFOUND') || codes.includes('EAI_AGAIN')) return { kind: 'name-not-found', host };
  if (codes.includes('ECONNREFUSED')) return { kind: 'refused', host };
  if (codes.some((one) => unreachableCodes.has(one))) return { kind: 'unreachable', host };
  const certificate = codes.find((one) => certificateCodes.test(one));
  if (certificate) return { kind: 'certificate', host, code: certificate };
  const handshake = codes.find((one) => handshakeCodes.test(one));
  if (handshake) return { kind: 'tls', host, code: handshake };
  return { kind: 'other', host, code };
}

/** How a connection broke once the request may have left, from what Node.js and undici throw. */
export function interruptionOf(error: unknown): Interruption {
  // undici gives a parser's error a code for some causes only, and tells the two "bad" ones in words.
  const code = codesOf(error)[0] ?? (error instanceof Error ? error.name : 'unknown');
  const invalid =
    /^HPE_|^HTTPParserError$|^UND_ERR_(?:HEADERS_OVERFLOW|RES)/.test(code) ||
    (error instanceof Error && /^bad (?:response|upgrade)$/.test(error.message));
  return { kind: invalid ? 'invalid-response' : 'connection-lost', code };
}

/** The codes of an error, of its causes and of those that it gathers (one for each address that was tried). */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  const gathered = error instanceof AggregateError ? error.errors.flatMap(codesOf) : [];
  return [...gathered, ...own, ...codesOf(error.cause)];
}
