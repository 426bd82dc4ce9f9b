import { type Exchange, type ExchangeOptions, type HttpRequest, isFieldValue } from '../http.ts';
import { isLoopback } from '../service.ts';
import { classifyFailure, interruptionOf } from './connection-failure.ts';
import { withReadableBody } from './response/readable-body.ts';
import { maxResponseSize, type SendResult } from './response/response-collector.ts';

/** Why a request can't be sent at all; undefined if it can. */
export function findRefusal(
  { url, headers }: HttpRequest,
  { signal }: Pick<ExchangeOptions, 'signal'>,
): Extract<Exchange, { kind: 'not-sent' }> | undefined {
  const { host } = url;
  if (signal?.aborted) return { kind: 'not-sent', failure: { kind: 'cancelled' } };
  if (url.protocol !== 'https:' && !isLoopback(url))
    return { kind: 'not-sent', failure: { kind: 'insecure', host } };
  const invalid = Object.entries(headers).find(([, value]) => !isFieldValue(value));
  return invalid && { kind: 'not-sent', failure: { kind: 'invalid-header', host, name: invalid[0] } };
}

/** The result of an exchange. A request was not sent unless undici began to write it. */
export async function toExchange(
  { mayHaveLeft, response, error }: SendResult,
  host: string,
  { endedBy, seconds }: Deadline,
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
  return mayHaveLeft
    ? { kind: 'interrupted', interruption: interruptionOf(error) }
    : { kind: 'not-sent', failure: classifyFailure(error, host) };
}

/** Ends an exchange when it times out or its caller cancels it. */
export class Deadline {
  /** In seconds, of the whole exchange. */
  readonly seconds: number;
  #endedBy: 'timeout' | 'cancel' | undefined;
  #onEnd: () => void = () => undefined;
  readonly #clear: () => void;

  /** `timeout` in milliseconds. Call `clear` after the exchange, because a batch has one signal for thousands of exchanges. */
  constructor(timeout: number, signal?: AbortSignal) {
    this.seconds = timeout / 1000;
    const timer = setTimeout(() => this.#end('timeout'), timeout);
    const cancel = () => this.#end('cancel');
    signal?.addEventListener('abort', cancel);
    this.#clear = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    };
    if (signal?.aborted) cancel();
  }

  /** Undefined while the exchange can go on. */
  get endedBy(): 'timeout' | 'cancel' | undefined {
    return this.#endedBy;
  }

  /** Replaces the function that is called when the exchange must end. */
  set onEnd(onEnd: () => void) {
    this.#onEnd = onEnd;
    if (this.#endedBy) onEnd();
  }

  clear(): void {
    this.#clear();
    this.#onEnd = () => undefined;
  }

  #end(by: 'timeout' | 'cancel'): void {
    if (this.#endedBy) return;
    this.#endedBy = by;
    this.#onEnd();
  }
}
