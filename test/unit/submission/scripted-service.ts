import { type Environment, readEnvironments } from '../../../src/environments/environment.ts';
import type { Exchange, HttpClient, HttpRequest } from '../../../src/gateway/http.ts';
import type { Clock } from '../../../src/system/clock.ts';

export const environment = environmentNamed('staging');

export function environmentNamed(name: string, baseUrl = 'https://gateway.example/api'): Environment {
  const { environments } = readEnvironments([{ name, baseUrl, auth: { grantType: 'token' } }]);
  const [found] = environments;
  if (!found) throw new Error('The environment of this test is not valid.');
  return found;
}

export const tokens = {
  accessToken: async () => ({ kind: 'token', accessToken: 'access-token' }) as const,
};

/** Waits for nothing, and gives others a turn. */
export const noClock: Pick<Clock, 'sleep'> = { sleep: () => new Promise((resolve) => setImmediate(resolve)) };

export function answer(status: number, body = '', headers: Record<string, string> = {}): Exchange {
  return {
    kind: 'response',
    response: { status, headers, body: new TextEncoder().encode(body), complete: true },
  };
}

export const lostConnection: Exchange = {
  kind: 'interrupted',
  interruption: { kind: 'connection-lost', code: 'ECONNRESET' },
};

export const refusedConnection: Exchange = {
  kind: 'not-sent',
  failure: { kind: 'refused', host: 'gateway.example' },
};

/** A service as each exchange finds it. */
export class ScriptedService implements HttpClient {
  readonly bodies: string[] = [];
  readonly #respond: (body: string, request: number) => Exchange | Promise<Exchange>;

  constructor(respond: (body: string, request: number) => Exchange | Promise<Exchange>) {
    this.#respond = respond;
  }

  async exchange({ body }: HttpRequest): Promise<Exchange> {
    const text = new TextDecoder().decode(body);
    this.bodies.push(text);
    return this.#respond(text, this.bodies.length);
  }
}
