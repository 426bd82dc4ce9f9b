import { createHash } from 'node:crypto';

/** The last page of a sign-in: the same for every sign-in, so that it can't contain anything secret. */
export interface CallbackPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Removes the code from the address bar and the history. */
const script = "history.replaceState(null,'',location.pathname)";

/** The same page for success and failure: the editor shows the result. */
export function callbackPage(): CallbackPage {
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
export const neutralHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-type': 'text/plain; charset=utf-8',
  connection: 'close',
};
