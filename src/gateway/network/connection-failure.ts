import type { ConnectionFailure, Interruption } from '../http.ts';

/** The codes of OpenSSL and Node.js for certificates that are not trusted. */
const certificateCodes =
  /^CERT_|^ERR_TLS_CERT|^CRL_|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY|DECODE|DECRYPT)|^HOSTNAME_MISMATCH$|^INVALID_(?:CA|PURPOSE)$/;

/** Their codes for other failures of the TLS handshake, such as a server that doesn't support TLS. */
const handshakeCodes = /^ERR_SSL|^ERR_TLS|^EPROTO$/;

/** What a server that refuses the client's certificate, or that there is none, alerts (RFC 8446, section 6.2). Some also with `handshake_failure`. */
const clientCertificateCodes =
  /_ALERT_(?:CERTIFICATE_(?:REQUIRED|UNKNOWN|EXPIRED|REVOKED)|(?:BAD|UNSUPPORTED)_CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED)$/;

/** Whether a TLS server refused the client. In TLS 1.3, it says so after the client has begun to send, and reads nothing of it. */
export function isClientRefused(error: unknown): boolean {
  return codesOf(error).some((code) => clientCertificateCodes.test(code));
}

const unreachableCodes = new Set([
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'ETIMEDOUT',
  'EACCES',
]);

/** Why connecting to `host` failed, by an error of Node.js or undici. */
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

/** How an exchange was interrupted after the request may have been sent, by an error of Node.js or undici. */
export function interruptionOf(error: unknown): Interruption {
  // Not all errors of undici's parser have a code: the two "bad …" ones only have a message.
  const code = codesOf(error)[0] ?? (error instanceof Error ? error.name : 'unknown');
  const invalid =
    /^HPE_|^HTTPParserError$|^UND_ERR_(?:HEADERS_OVERFLOW|RES)/.test(code) ||
    (error instanceof Error && /^bad (?:response|upgrade)$/.test(error.message));
  return { kind: invalid ? 'invalid-response' : 'connection-lost', code };
}

/** The codes of an error, of its causes, and of its aggregated errors (one for each IP address that was tried). */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  const gathered = error instanceof AggregateError ? error.errors.flatMap(codesOf) : [];
  return [...gathered, ...own, ...codesOf(error.cause)];
}

/** Passes a connection failure through undici, which reports failures only as exceptions. */
export class NotConnected extends Error {
  readonly failure: ConnectionFailure;

  constructor(failure: ConnectionFailure) {
    super(failure.kind);
    this.failure = failure;
  }
}
