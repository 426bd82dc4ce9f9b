import { isRecord } from '../../is-record.ts';
import type { Request } from './json-rpc.ts';

/** Revisions of the Model Context Protocol that begin with `initialize`, newest first. */
export const handshakeVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

/** Revisions without a session, whose requests say in `_meta` what `initialize` said (2026-07-28, "Versioning"). Newest first. */
export const statelessVersions: readonly string[] = ['2026-07-28'];

/** Keys of `_meta` (2026-07-28, "General fields"). */
const versionKey = 'io.modelcontextprotocol/protocolVersion';
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';
const serverInfoKey = 'io.modelcontextprotocol/serverInfo';

/** What a client can do: `initialize` says it for a session, `_meta` for one request. */
export type ClientCapabilities = Readonly<Record<string, unknown>>;

/** By which rules a request is answered. */
export type Revision =
  | { readonly kind: 'handshake' }
  | { readonly kind: 'stateless'; readonly capabilities: ClientCapabilities }
  | { readonly kind: 'unsupported'; readonly requested: string }
  /** A field is missing that each request of a revision without a session has. */
  | { readonly kind: 'incomplete' };

/** A request chooses its revision by its metadata: a process can serve both kinds of clients. */
export function revisionOf({ method, params }: Pick<Request, 'method' | 'params'>): Revision {
  const { [versionKey]: version, [capabilitiesKey]: capabilities } = isRecord(params._meta)
    ? params._meta
    : {};
  if (version === undefined && capabilities === undefined && method !== 'server/discover')
    return { kind: 'handshake' };
  if (typeof version === 'string' && !statelessVersions.includes(version))
    return { kind: 'unsupported', requested: version };
  return typeof version === 'string' && isRecord(capabilities)
    ? { kind: 'stateless', capabilities }
    : { kind: 'incomplete' };
}

/** A result of a revision without a session names its kind and the server. */
export function statelessResult(
  resultType: 'complete' | 'input_required',
  result: object,
  serverInfo: object,
): object {
  return { resultType, ...result, _meta: { [serverInfoKey]: serverInfo } };
}

/** The tools of a server don't change while it runs; which they are depends on how this user started it. */
export const cacheHints = { ttlMs: 60 * 60_000, cacheScope: 'private' } as const;
