import { get } from 'node:http';
import { password } from './identity-provider.ts';

export type UserBehavior = 'consents' | 'denies' | 'mistypes once' | 'leaves';

/** A user with a browser, who opens a URL, signs in at `TestProvider`, and follows its redirects. */
export class TestUser {
  behavior: UserBehavior = 'consents';
  /** Changes the address that the browser is sent back to. */
  tamper: (callback: URL) => void = () => undefined;
  /** Whether the browser opens the callback URL; otherwise it only records it. */
  follows = true;
  /** What the user answers when a session has ended. */
  signsInAgain = true;
  /** The addresses that were opened, and those the browser was sent back to. */
  readonly opened: URL[] = [];
  readonly callbacks: URL[] = [];
  /** What the browser shows at the end. */
  page = '';
  passwordsRefused = 0;
  /** How many pages the user left. Until then, the cookies of a second visit would mix with those of the first. */
  left = 0;
  readonly #cookies = new Map<string, string>();
  readonly #name: string;

  constructor(name = 'ann') {
    this.#name = name;
  }

  /** Resolves when the browser shows its window, like `openExternal`. The user continues there. */
  openBrowser: (url: URL) => Promise<boolean> = async (url) => {
    this.opened.push(url);
    void this.signIn(url).catch(() => undefined);
    return true;
  };

  async signIn(url: URL): Promise<void> {
    await this.#follow(await this.#request(url));
  }

  /** Enters the code of another device at `verificationUrl`, confirms it, and signs in (RFC 8628, section 3.3). */
  async enterCode(verificationUrl: URL, userCode: string): Promise<void> {
    const submit = async (response: Response, fields: Record<string, string>): Promise<Response> => {
      const xsrf = /name="xsrf" value="(\w+)"/.exec(await response.text())?.[1] ?? '';
      return this.#request(verificationUrl, new URLSearchParams({ xsrf, user_code: userCode, ...fields }));
    };
    const confirmation = await submit(await this.#request(verificationUrl), {});
    await this.#follow(await submit(confirmation, { confirm: 'yes' }));
  }

  async #follow(first: Response): Promise<void> {
    // The behavior when the browser opens.
    const { behavior } = this;
    let response = first;
    for (;;) {
      const location = response.headers.get('location');
      if (location) {
        const target = new URL(location, response.url);
        if (target.pathname === '/callback') return this.#comeBack(target);
        response = await this.#request(target);
      } else if (new URL(response.url).pathname.startsWith('/interaction/')) {
        const prompt = /<title>(\w+)</.exec(await response.text())?.[1] ?? '';
        if (behavior === 'leaves') {
          this.left += 1;
          return;
        }
        response = await this.#answer(new URL(response.url), prompt);
      } else {
        this.page = await response.text();
        return;
      }
    }
  }

  async #answer(url: URL, prompt: string): Promise<Response> {
    const form = new URLSearchParams({ username: this.#name, password });
    if (prompt === 'consent' && this.behavior === 'denies') form.set('decision', 'deny');
    if (prompt === 'login' && this.behavior === 'mistypes once' && this.passwordsRefused === 0) {
      form.set('password', 'wrong');
      const refused = await this.#request(url, form);
      if (refused.status === 403) this.passwordsRefused += 1;
      form.set('password', password);
    }
    return this.#request(url, form);
  }

  async #comeBack(target: URL): Promise<void> {
    const callback = new URL(target);
    this.tamper(callback);
    this.callbacks.push(callback);
    if (!this.follows) return;
    this.page = await navigate(callback);
  }

  async #request(url: URL, form?: URLSearchParams): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie, accept: 'text/html' },
      ...(form && { method: 'POST', body: form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name && value) this.#cookies.set(name, value);
      else if (name) this.#cookies.delete(name);
    }
    return response;
  }
}

/** Goes there as a browser's address bar does: `fetch` would say that it is a script. */
function navigate(url: URL): Promise<string> {
  const headers = {
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
    'sec-fetch-site': 'cross-site',
  };
  return new Promise((resolve, reject) => {
    get(url, { headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      resolve(Buffer.concat(chunks).toString());
    }).once('error', reject);
  });
}
