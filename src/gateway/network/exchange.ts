import type { Dispatcher } from 'undici';
import {
  type Exchange,
  type ExchangeOptions,
  type HttpRequest,
  type HttpResponse,
  isFieldValue,
} from '../http.ts';
import { isSecureAddress } from '../service.ts';
import { classifyFailure, interruptionOf, isClientRefused } from './connection-failure.ts';
import { withReadableBody } from './readable-body.ts';

/** Why a request can't be sent at all; undefined if it can. */
export function findRefusal(
  { url, headers }: HttpRequest,
  { signal }: Pick<ExchangeOptions, 'signal'>,
): Extract<Exchange, { kind: 'not-sent' }> | undefined {
  const { host } = url;
  if (signal?.aborted) return { kind: 'not-sent', failure: { kind: 'cancelled' } };
  if (!isSecureAddress(url)) return { kind: 'not-sent', failure: { kind: 'insecure', host } };
  const invalid = Object.entries(headers).find(([, value]) => !isFieldValue(value));
  return invalid && { kind: 'not-sent', failure: { kind: 'invalid-header', host, name: invalid[0] } };
}

/** The result of an exchange. A request was not sent unless undici began to write it. */
export async function toExchange(
  { mayHaveLeft, response, error }: SendResult,
  host: string,
  { endedBy, seconds }: { readonly endedBy: 'cancel' | 'timeout' | undefined; readonly seconds: number },
): Promise<Exchange> {
  if (response) return { kind: 'response', response: await withReadableBody(response, maxResponseSize) };
  if (endedBy === 'cancel')
    return mayHaveLeft
      ? { kind: 'interrupted', interruption: { kind: 'cancelled' } }
      : { kind: 'not-sent', failure: { kind: 'cancelled' } };
  if (endedBy === 'timeout')
    return mayHaveLeft
      ? { kind: 'interrupted', interruption: { kind: 'timeout', seconds } }
      : { kind: 'not-sent', failure: { kind: 'timeout', host, seconds } };
  return mayHaveLeft && !isClientRefused(error)
    ? { kind: 'interrupted', interruption: interruptionOf(error) }
    : { kind: 'not-sent', failure: classifyFailure(error, host) };
}

/** The largest response body that is read: 8 MiB. */
export const maxResponseSize = 8 * 1024 * 1024;

/** The result of sending a request. */
export interface SendResult {
  /** False if nothing of the request has left this machine, and nothing will. */
  readonly mayHaveLeft: boolean;
  /** Present if status and headers have arrived, even if the body has not. */
  readonly response?: HttpResponse;
  readonly error?: unknown;
}

/**
 * Collects the response of one request from undici. undici calls `onRequestStart` after it has connected (and a proxy has
 * opened its tunnel), right before it writes the request's first byte. Before that, nothing can have left this machine.
 */
export class ResponseCollector implements Dispatcher.DispatchHandler {
  readonly #finish: (result: SendResult) => void;
  #mayHaveLeft = false;
  #finished = false;
  #head: Pick<HttpResponse, 'status' | 'headers'> | undefined;
  readonly #chunks: Buffer[] = [];
  #size = 0;

  constructor(finish: (result: SendResult) => void) {
    this.#finish = finish;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // A request that was reported as not sent must not be sent afterwards.
    if (this.#finished) {
      controller.abort(new Error('The exchange is over.'));
      return;
    }
    this.#mayHaveLeft = true;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    // Interim responses come before the final one (RFC 9110, section 15.2).
    if (status >= 200) this.#head = { status, headers: joinFields(headers) };
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk.subarray(0, maxResponseSize - this.#size));
    this.#size += chunk.byteLength;
    if (this.#size > maxResponseSize) controller.abort(new Error('The response is too large.'));
  }

  onResponseEnd(): void {
    this.#settle(true);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: unknown): void {
    this.#settle(false, error);
  }

  /** Ends the exchange in its current state. */
  stop(): void {
    this.#settle(false);
  }

  #settle(complete: boolean, error?: unknown): void {
    if (this.#finished) return;
    this.#finished = true;
    const [first] = this.#chunks;
    const body = first && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
    this.#finish({
      mayHaveLeft: this.#mayHaveLeft,
      ...(this.#head && { response: { ...this.#head, body, complete } }),
      error,
    });
  }
}

function joinFields(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) fields[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  return fields;
}
