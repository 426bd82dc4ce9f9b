import { createHash } from 'node:crypto';

/** What the browser shows at the end: the same bytes for every sign-in, so that nothing of one can be in it. */
export interface CallbackPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Takes the code out of the address bar and the history entry. */
const script = "history.replaceState(null,'','/callback')";

/** The page after a sign-in that came back, whatever it brought: the editor tells what became of it. */
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
  <h1>Back to your editor</h1>
  <p>Dataset Studio has what it was waiting for and goes on there. You can close this page.</p>
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

/** For every answer of the listener: kept nowhere, told to no one, embedded in nothing. */
export const neutralHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-type': 'text/plain; charset=utf-8',
  connection: 'close',
};
