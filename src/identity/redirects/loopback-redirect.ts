import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { callbackPage, neutralHeaders } from './callback-page.ts';
import type { PendingRedirect, Redirected, RedirectReceiver, SignInAttempt } from './redirect.ts';

const path = '/callback';

/**
 * A listener on `127.0.0.1` and a port that the system chooses (RFC 8252, section 7.3), open for one sign-in. It accepts one
 * navigation of a browser to the callback with the `state` of this attempt, and answers 404 to everything else.
 */
export class LoopbackRedirect implements RedirectReceiver {
  readonly name = 'loopback';
  readonly needsBrowser = true;

  async start({ state, signal }: SignInAttempt): Promise<PendingRedirect | undefined> {
    if (signal.aborted) return undefined;
    const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000, maxHeaderSize: 32 * 1024 });
    const port = await listen(server);
    return port === undefined ? undefined : new LoopbackListener(server, port, state, signal);
  }
}

class LoopbackListener implements PendingRedirect {
  readonly redirectUri: URL;
  readonly #server: Server;
  readonly #host: string;
  readonly #state: string;
  readonly #redirected: Promise<Redirected>;
  #settle: (redirected: Redirected) => void = () => undefined;
  #accepted = false;
  #closed: Promise<void> | undefined;

  constructor(server: Server, port: number, state: string, signal: AbortSignal) {
    this.#server = server;
    this.#host = `127.0.0.1:${port}`;
    this.#state = state;
    this.redirectUri = new URL(path, `http://${this.#host}`);
    this.#redirected = new Promise((resolve) => {
      this.#settle = resolve;
    });
    server.on('request', (request, response) => this.#answer(request, response));
    signal.addEventListener('abort', () => void this.close(), { once: true });
    if (signal.aborted) void this.close();
  }

  redirected(): Promise<Redirected> {
    return this.#redirected;
  }

  close(): Promise<void> {
    this.#settle({ kind: 'closed' });
    this.#closed ??= new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeIdleConnections();
      // An open connection keeps the port open: only the page gets a moment to arrive.
      if (this.#accepted) setTimeout(() => this.#server.closeAllConnections(), 500).unref();
      else this.#server.closeAllConnections();
    });
    return this.#closed;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = this.#matching(request);
    if (!url) {
      response.writeHead(404, neutralHeaders).end();
      return;
    }
    this.#accepted = true;
    const page = callbackPage();
    // The sign-in continues when the page is sent, so that closing the listener doesn't cut it off.
    const arrived = () => this.#settle({ kind: 'redirected', url });
    response.once('finish', arrived).once('close', arrived);
    response.writeHead(200, page.headers).end(page.html);
  }

  /** The URL of the expected request; undefined for all others. */
  #matching({ method, url: target, headers }: IncomingMessage): URL | undefined {
    if (this.#accepted || method !== 'GET' || !target?.startsWith(`${path}?`)) return undefined;
    // With DNS rebinding, Host is another name.
    if (headers.host !== this.#host) return undefined;
    // Browsers name the purpose of a request: only a top-level navigation is a sign-in.
    const { 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers;
    if (mode !== undefined && mode !== 'navigate') return undefined;
    if (destination !== undefined && destination !== 'document') return undefined;
    if (headers.origin !== undefined) return undefined;
    const url = new URL(target, this.redirectUri);
    const states = url.searchParams.getAll('state');
    return states.length === 1 && sameText(states[0] ?? '', this.#state) ? url : undefined;
  }
}

/** The port; undefined if this machine doesn't allow it. */
function listen(server: Server): Promise<number | undefined> {
  return new Promise((resolve) => {
    server.on('error', () => resolve(undefined));
    server.listen({ host: '127.0.0.1', port: 0, exclusive: true }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : undefined);
    });
  });
}

/** Compares in constant time. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
