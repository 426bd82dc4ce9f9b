import type { ConnectionFailure } from './http.ts';

/** What OpenSSL, Node.js and undici call a certificate that can't be trusted. */
const certificateCodes =
  /CERT|^ERR_TLS|^ERR_SSL|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY|DECODE|DECRYPT)|^EPROTO$|^HOSTNAME_MISMATCH$|^INVALID_(?:CA|PURPOSE)$/;

const unreachableCodes = new Set([
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'EACCES',
]);

/** Why connecting to `host` failed, from what Node.js and undici throw. */
export function classifyFailure(error: unknown, host: string): ConnectionFailure {
  const status = proxyStatus(error);
  if (status !== undefined) return { kind: 'proxy', host, status };
  const codes = codesOf(error);
  const code = codes[0] ?? 'unknown';
  if (codes.includes('ENOTFOUND') || codes.includes('EAI_AGAIN')) return { kind: 'name-not-found', host };
  if (codes.includes('ECONNREFUSED')) return { kind: 'refused', host };
  if (codes.some((one) => unreachableCodes.has(one))) return { kind: 'unreachable', host };
  const certificate = codes.find((one) => certificateCodes.test(one));
  if (certificate) return { kind: 'certificate', host, code: certificate };
  return { kind: 'other', host, code };
}

export function isInvalidResponse(code: string): boolean {
  return /^HPE_|HEADERS_OVERFLOW|RESPONSE/.test(code);
}

/** The codes of an error, of its causes and of those that it gathers (one for each address that was tried). */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  const gathered = error instanceof AggregateError ? error.errors.flatMap(codesOf) : [];
  return [...gathered, ...own, ...codesOf(error.cause)];
}

/** undici tells a proxy's refusal in words only: `Proxy response (407) !== 200 when HTTP Tunneling`. */
function proxyStatus(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const match = /^Proxy response \((\d{3})\)/.exec(error.message);
  return match ? Number(match[1]) : proxyStatus(error.cause);
}
