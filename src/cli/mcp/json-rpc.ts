import { isRecord } from '../../is-record.ts';

/** JSON-RPC 2.0, sections 4 and 5, as the Model Context Protocol uses it: IDs are strings or numbers, parameters objects. */
export type RequestId = string | number;

export interface Request {
  readonly kind: 'request';
  readonly id: RequestId;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export type Message =
  | Request
  | (Pick<Request, 'method' | 'params'> & { readonly kind: 'notification' })
  /** The answer to a request of ours; an error has no result. */
  | { readonly kind: 'answer'; readonly id: RequestId | null; readonly result: unknown }
  /** Not a JSON-RPC message; `id` is the request's, if it is known. */
  | { readonly kind: 'invalid'; readonly id: RequestId | null };

/** JSON-RPC 2.0, section 5.1. */
const errorCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** Model Context Protocol 2026-07-28, "Error Codes". */
  unsupportedVersion: -32022,
} as const;

export type Response =
  | { readonly jsonrpc: '2.0'; readonly id: RequestId; readonly result: object }
  | { readonly jsonrpc: '2.0'; readonly id: RequestId | null; readonly error: object };

export function resultResponse(id: RequestId, result: object): Response {
  return { jsonrpc: '2.0', id, result };
}

export function errorResponse(
  id: RequestId | null,
  name: keyof typeof errorCodes,
  message: string,
  data?: object,
): Response {
  return { jsonrpc: '2.0', id, error: { code: errorCodes[name], message, data } };
}

/** Reads one message, which may be anything. */
export function readMessage(value: unknown): Message {
  if (!isRecord(value)) return { kind: 'invalid', id: null };
  const { jsonrpc, id, method, params = {} } = value;
  const knownId = typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id)) ? id : null;
  const isAnswer = method === undefined && (value.result !== undefined || value.error !== undefined);
  if (jsonrpc === '2.0' && isAnswer) return { kind: 'answer', id: knownId, result: value.result };
  if (jsonrpc !== '2.0' || typeof method !== 'string' || !isRecord(params))
    return { kind: 'invalid', id: knownId };
  if (id === undefined) return { kind: 'notification', method, params };
  return knownId === null ? { kind: 'invalid', id: null } : { kind: 'request', id: knownId, method, params };
}

const lineFeed = 0x0a;

/** A line without its line feed, or one that is longer than allowed, whose content is gone. */
export type Line = { readonly kind: 'line'; readonly text: string } | { readonly kind: 'too-long' };

/** Reads lines of UTF-8, each of at most `maxBytes`. Linear in the length of the input, however it is chunked. */
export async function* readLines(input: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Line> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const take = (part: Uint8Array) => {
    length += part.length;
    // What is too long is only counted.
    if (length <= maxBytes) parts.push(part);
    else parts = [];
  };
  const end = (): Line => {
    const line: Line =
      length > maxBytes
        ? { kind: 'too-long' }
        : { kind: 'line', text: new TextDecoder().decode(Buffer.concat(parts)) };
    parts = [];
    length = 0;
    return line;
  };
  for await (const chunk of input) {
    let start = 0;
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, start)) {
      take(chunk.subarray(start, at));
      yield end();
      start = at + 1;
    }
    if (start < chunk.length) take(chunk.subarray(start));
  }
  if (length > 0) yield end();
}
