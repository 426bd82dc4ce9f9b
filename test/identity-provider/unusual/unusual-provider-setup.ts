import assert from 'node:assert/strict';
import { get } from 'node:http';
import type { AccessToken, TokenFailure } from '../../../src/identity/grant.ts';
import { browserSignIn } from '../../../src/identity/grants/browser-sign-in.ts';
import { deviceSignIn } from '../../../src/identity/grants/device-sign-in.ts';
import type { SignOutResult } from '../../../src/identity/grants/grant-descriptor.ts';
import { logLine } from '../../../src/identity/identity-log.ts';
import { describeTokenFailure } from '../../../src/identity/messages/token-failure-message.ts';
import type { RedirectReceiver } from '../../../src/identity/redirects/redirect.ts';
import { type TokenResult, TokenSource } from '../../../src/identity/token-source.ts';
import type { CrossWindowLock } from '../../../src/storage/folder-lock.ts';
import { MemoryVault } from '../../unit/memory-vault.ts';
import { defineEnvironment, options, SkewedClock } from '../certified/sign-in-setup.ts';
import { type ProviderBehavior, UnusualProvider } from './unusual-provider.ts';

/** An unusual provider and the extension's part, with a browser that is back at once. */
export class UnusualProviderSetup {
  readonly provider = new UnusualProvider();
  readonly vault = new MemoryVault();
  readonly clock = new SkewedClock();
  readonly tokens: TokenSource;
  /** What was logged. */
  readonly log: string[] = [];
  /** The codes that were shown to the user. */
  readonly deviceCodes: string[] = [];
  /** Whether the user cancels when the code is shown. */
  cancelsDeviceCode = false;
  redirectUri = new URL('http://127.0.0.1:7/callback');
  /** At first a browser that is back at once; others get a real request. */
  readonly receivers: RedirectReceiver[];
  /** What the user was asked for. */
  readonly questions: string[] = [];
  /** The URLs that the provider sent the browser back to. */
  readonly authorized: URL[] = [];
  /** Of the environment, beside the provider's issuer and the client ID. */
  readonly auth: Record<string, unknown>;

  constructor(behavior: Partial<ProviderBehavior> = {}, auth: Record<string, unknown> = {}) {
    Object.assign(this.provider.behavior, behavior);
    this.auth = auth;
    const { clock, provider } = this;
    const browser: RedirectReceiver = async () => ({
      kind: 'pending',
      redirectUri: this.redirectUri,
      redirected: async (url) => ({ kind: 'redirected', url: provider.authorize(url) }),
      close: async () => undefined,
    });
    this.receivers = [browser];
    this.tokens = new TokenSource({
      vault: this.vault,
      http: provider,
      now: () => clock.now(),
      prompt: {
        ask: async (kind) => {
          this.questions.push(kind);
          return kind === 'clientSecret' ? provider.behavior.clientSecret : undefined;
        },
      },
      log: (event) => this.log.push(logLine(event)),
      userSessions: {
        lock: onlyWindow,
        clock,
        signIn: browserSignIn({
          receivers: this.receivers,
          openBrowser: async (url) => {
            if (!this.receivers.includes(browser)) this.#navigate(provider.authorize(url));
            return true;
          },
          clock,
        }),
        deviceSignIn: deviceSignIn(async ({ userCode }) => {
          this.deviceCodes.push(userCode);
          return this.cancelsDeviceCode ? 'cancelled' : undefined;
        }, clock),
        offerSignIn: async () => false,
      },
    });
  }

  signIn(more: Partial<Parameters<TokenSource['signIn']>[1]> = {}): Promise<TokenResult> {
    return this.tokens.signIn(this.environment(), { ...options, ...more });
  }

  signOut(): Promise<SignOutResult> {
    return this.tokens.signOut(this.environment());
  }

  /** Another token than the one that the gateway has refused. */
  renew({ accessToken }: AccessToken): Promise<TokenResult> {
    return this.tokens.accessToken(this.environment(), { ...options, rejected: accessToken });
  }

  /** The stored token, or a new one. */
  use(): Promise<TokenResult> {
    return this.tokens.accessToken(this.environment(), options);
  }

  #navigate(url: URL): void {
    this.authorized.push(url);
    if (url.protocol !== 'http:') return;
    const headers = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    get(url, { headers }, (response) => response.resume()).on('error', () => undefined);
  }

  /** The parameters of the last authorization request. */
  get lastAuthorization(): URLSearchParams {
    const last = this.provider.authorizations.at(-1);
    assert.ok(last, 'Nobody was sent to the browser.');
    return last;
  }

  environment() {
    const { issuer, clientId } = this.provider.behavior;
    return defineEnvironment({ ...(!('tokenEndpoint' in this.auth) && { issuer }), clientId, ...this.auth });
  }
}

export async function issued(result: Promise<TokenResult>): Promise<AccessToken> {
  const token = await result;
  assert.ok(token.kind === 'token', JSON.stringify(token));
  return token;
}

/** What the user reads instead of getting a token. */
export async function failureMessage(result: Promise<TokenResult>): Promise<string> {
  const failure = await result;
  assert.ok(failure.kind !== 'token', 'There is a token.');
  return describeTokenFailure(failure satisfies TokenFailure);
}

const onlyWindow: CrossWindowLock = {
  run: async (_key, _signal, work) =>
    work({ readNote: async () => undefined, writeNote: async () => undefined }),
};
