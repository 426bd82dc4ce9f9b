import { Readable } from 'node:stream';
import { Agent, type Dispatcher } from 'undici';
import { classifyFailure, isInvalidResponse } from './connection-failure.ts';
import type { Exchange, ExchangeOptions, HttpClient, HttpRequest, HttpResponse } from './http.ts';

/** The largest response body that is read: 8 MiB (contract, "A response that is too large"). */
export const largestResponse = 8 * 1024 * 1024;

/** Makes the way to one exchange; it is closed with the exchange. */
export type DispatcherFactory = (url: URL) => Dispatcher;

/**
 * `HttpClient` over undici. Each exchange has a connection of its own: one kept from before, which the server
 * has just closed, would turn a plain request into one whose outcome is unknown.
 */
export class UndiciHttpClient implements HttpClient {
  readonly #dispatcherFor: DispatcherFactory;

  constructor(dispatcherFor: DispatcherFactory = direct) {
    this.#dispatcherFor = dispatcherFor;
  }

  async exchange(request: HttpRequest, { timeout, signal }: ExchangeOptions): Promise<Exchange> {
    const host = request.url.host;
    if (signal?.aborted) return { kind: 'not-sent', failure: { kind: 'cancelled' } };
    const invalid = Object.entries(request.headers).find(([, value]) => !isFieldValue(value));
    if (invalid) return { kind: 'not-sent', failure: { kind: 'invalid-header', host, name: invalid[0] } };

    const deadline = new Deadline(timeout, signal);
    const dispatcher = this.#dispatcherFor(request.url);
    const state = { mayHaveLeft: false };
    try {
      const answer = await dispatcher.request({
        origin: request.url.origin,
        path: request.url.pathname + request.url.search,
        method: request.method,
        headers: headersOf(request),
        body: bodyOf(request, state),
        signal: deadline.signal,
        // The deadline covers the whole exchange; undici's own limits for its parts stand aside.
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      const { bytes, complete } = await readLimited(answer.body);
      const response: HttpResponse = {
        status: answer.statusCode,
        headers: joinFields(answer.headers),
        body: bytes,
        complete,
      };
      return { kind: 'response', response };
    } catch (error) {
      return this.#withoutResponse(error, host, state.mayHaveLeft, timeout, deadline);
    } finally {
      deadline.clear();
      void dispatcher.destroy().catch(() => undefined);
    }
  }

  #withoutResponse(
    error: unknown,
    host: string,
    mayHaveLeft: boolean,
    timeout: number,
    deadline: Deadline,
  ): Exchange {
    const seconds = timeout / 1000;
    const ended = deadline.endedBy;
    if (!mayHaveLeft) {
      if (ended === 'cancel') return { kind: 'not-sent', failure: { kind: 'cancelled' } };
      if (ended === 'timeout') return { kind: 'not-sent', failure: { kind: 'timeout', host, seconds } };
      return { kind: 'not-sent', failure: classifyFailure(error, host) };
    }
    if (ended === 'cancel') return { kind: 'interrupted', interruption: { kind: 'cancelled' } };
    if (ended === 'timeout') return { kind: 'interrupted', interruption: { kind: 'timeout', seconds } };
    const code = codeOf(error);
    return {
      kind: 'interrupted',
      interruption: isInvalidResponse(code)
        ? { kind: 'invalid-response', code }
        : { kind: 'connection-lost', code },
    };
  }
}

function direct(): Dispatcher {
  return new Agent({
    // The exchange's deadline ends connecting as well.
    connect: { timeout: 0, autoSelectFamily: true },
    pipelining: 1,
    connections: 1,
  });
}

/** The end of an exchange: by time or by the caller, and which of the two it was. */
class Deadline {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #caller: AbortSignal | undefined;
  endedBy: 'timeout' | 'cancel' | undefined;

  constructor(timeout: number, caller: AbortSignal | undefined) {
    this.#caller = caller;
    this.#timer = setTimeout(() => this.#end('timeout'), timeout);
    caller?.addEventListener('abort', this.#cancel, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#cancel);
  }

  readonly #cancel = () => this.#end('cancel');

  #end(by: 'timeout' | 'cancel'): void {
    this.endedBy ??= by;
    this.#controller.abort();
  }
}

function headersOf({ headers, body }: HttpRequest): Record<string, string> {
  return {
    ...headers,
    // A compressed response could hide its size until it is unpacked.
    'accept-encoding': 'identity',
    ...(body ? { 'content-length': String(body.byteLength) } : {}),
  };
}

/**
 * The body as a stream. undici starts to read it when the connection stands, right before it writes the
 * request's first byte: until then nothing can have left, from then on the request may have.
 */
function bodyOf({ body }: HttpRequest, state: { mayHaveLeft: boolean }): Readable | null {
  if (!body || body.byteLength === 0) {
    // Without a body there is nothing to watch: the request counts as sent from the start.
    state.mayHaveLeft = true;
    return null;
  }
  return new Readable({
    read() {
      state.mayHaveLeft = true;
      this.push(body);
      this.push(null);
    },
  });
}

async function readLimited(
  body: AsyncIterable<Uint8Array>,
): Promise<{ bytes: Uint8Array; complete: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let complete = false;
  try {
    for await (const chunk of body) {
      chunks.push(chunk.subarray(0, largestResponse - size));
      size += chunk.byteLength;
      if (size > largestResponse) break;
    }
    complete = size <= largestResponse;
  } catch {
    // The status is in, and it is what counts: what was read until the break is kept.
  }
  return { bytes: Buffer.concat(chunks), complete };
}

function joinFields(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) fields[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  return fields;
}

/** RFC 9110, section 5.5: visible characters, spaces and tabs, within Latin-1. */
function isFieldValue(value: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : error.name;
}
