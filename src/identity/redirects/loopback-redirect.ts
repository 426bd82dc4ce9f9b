import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { isLoopback } from '../../gateway/service.ts';
import type {
  PendingRedirect,
  PortInUse,
  Redirected,
  RedirectReceiver,
  RedirectRequest,
} from './redirect.ts';

/** Any port of this machine (RFC 8252, section 7.3). */
const anyPort = new URL('http://127.0.0.1/callback');

/**
 * A listener on `127.0.0.1` and a port that the system chooses, or on the redirect URI of the attempt if that is on loopback,
 * open for one sign-in. It accepts one navigation of a browser to the callback with the `state` of this attempt, and answers 404
 * to everything else.
 */
export function loopbackRedirect(): RedirectReceiver {
  return async (attempt) => {
    const { redirectUri = anyPort } = attempt;
    if (attempt.signal.aborted || redirectUri.protocol !== 'http:' || !isLoopback(redirectUri))
      return undefined;
    const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000, maxHeaderSize: 32 * 1024 });
    const wanted = Number(redirectUri.port);
    const port = await listen(server, hostToListenOn(redirectUri), wanted);
    if (port === 'in-use') return portInUse(wanted);
    if (port === undefined) return undefined;
    const actual = new URL(redirectUri);
    actual.port = String(port);
    return listenFor(attempt, server, actual);
  };
}

async function portInUse(port: number): Promise<PortInUse | undefined> {
  const probe = createServer();
  const freePort = await listen(probe, '127.0.0.1', 0);
  probe.close();
  return typeof freePort === 'number' ? { kind: 'port-in-use', port, freePort } : undefined;
}

function listenFor({ state, signal }: RedirectRequest, server: Server, redirectUri: URL): PendingRedirect {
  let settle: (redirected: Redirected) => void = () => undefined;
  const redirected = new Promise<Redirected>((resolve) => {
    settle = resolve;
  });
  let isAccepted = false;
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => {
    settle({ kind: 'closed' });
    closed ??= new Promise((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
      // An open connection keeps the port open: only the page gets a moment to arrive.
      if (isAccepted) setTimeout(() => server.closeAllConnections(), 500).unref();
      else server.closeAllConnections();
    });
    return closed;
  };
  server.on('request', (request, response) => {
    const url = isAccepted ? undefined : expectedUrl(request, redirectUri, state);
    if (!url) {
      response.writeHead(404, neutralHeaders).end();
      return;
    }
    isAccepted = true;
    const page = callbackPage();
    // The sign-in continues when the page is sent, so that closing the listener doesn't cut it off.
    const arrived = () => settle({ kind: 'redirected', url });
    response.once('finish', arrived).once('close', arrived);
    response.writeHead(200, page.headers).end(page.html);
  });
  signal.addEventListener('abort', () => void close(), { once: true });
  if (signal.aborted) void close();
  return { kind: 'pending', redirectUri, redirected: () => redirected, close };
}

/** The URL of the expected request; undefined for all others. */
function expectedUrl(
  { method, url: target, headers }: IncomingMessage,
  redirectUri: URL,
  state: string,
): URL | undefined {
  const { pathname, host } = redirectUri;
  if (method !== 'GET' || !target?.startsWith(`${pathname}?`)) return undefined;
  // With DNS rebinding, Host is another name.
  if (headers.host !== host) return undefined;
  // Browsers name the purpose of a request: only a top-level navigation is a sign-in.
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers;
  if (mode !== undefined && mode !== 'navigate') return undefined;
  if (destination !== undefined && destination !== 'document') return undefined;
  if (headers.origin !== undefined) return undefined;
  const url = new URL(target, redirectUri);
  const states = url.searchParams.getAll('state');
  return states.length === 1 && sameText(states[0] ?? '', state) ? url : undefined;
}

/** A browser that resolves `localhost` to `::1` tries `127.0.0.1` next. */
function hostToListenOn({ hostname }: URL): string {
  return hostname === 'localhost' ? '127.0.0.1' : hostname.replace(/^\[|\]$/g, '');
}

/** The port; undefined if this machine doesn't allow it. `wanted`: 0 for any. */
function listen(server: Server, host: string, wanted: number): Promise<number | 'in-use' | undefined> {
  return new Promise((resolve) => {
    server.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'EADDRINUSE' ? 'in-use' : undefined),
    );
    server.listen({ host, port: wanted, exclusive: true }, () => {
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

/**
 * A loopback listener on another machine than the browser's, such as a remote host that the editor is connected to. It is
 * available if the editor forwards the port under the same number, so that the redirect URI stays the same. `forward`: the URL by
 * which the browser reaches a listener on this machine.
 */
export function forwardedRedirect(
  listener: RedirectReceiver,
  forward: (url: URL) => Promise<URL>,
): RedirectReceiver {
  return async (attempt) => {
    const pending = await listener(attempt);
    if (pending?.kind !== 'pending') return pending;
    const { port } = pending.redirectUri;
    const forwarded = await forward(pending.redirectUri).catch(() => undefined);
    if (forwarded?.protocol === 'http:' && isLoopback(forwarded) && forwarded.port === port) return pending;
    await pending.close();
    return undefined;
  };
}

/** Removes the code from the address bar and the history. */
const script = "history.replaceState(null,'',location.pathname)";

/** The same page for every sign-in, so that it can't contain anything secret; and for success and failure: the editor shows the result. */
function callbackPage() {
  const hash = createHash('sha256').update(script).digest('base64');
  return {
    html: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Dataset Studio</title>
<style>
  :root { color-scheme: light dark; font: 1.1rem/1.5 system-ui, sans-serif }
  body { margin: 20vh auto; max-width: 26rem; padding: 0 1.5rem; text-align: center }
  p { opacity: .8 }
</style>
<script>${script}</script>
<main>
  <h1>Return to your editor</h1>
  <p>Sign-in continues there. You can close this page.</p>
</main>
</html>
`,
    headers: {
      ...neutralHeaders,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  };
}

/** For all responses of the listener: not cached, not embedded, and without a referrer. */
const neutralHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-type': 'text/plain; charset=utf-8',
  connection: 'close',
};
