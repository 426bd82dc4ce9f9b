import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { timeLimit } from '../../../scripts/testing/time-limits.ts';
import { type Environment, readEnvironments } from '../../../src/environments/environment.ts';
import { browserSignIn } from '../../../src/identity/grants/browser-sign-in.ts';
import { deviceSignIn } from '../../../src/identity/grants/device-sign-in.ts';
import type { SignInReason } from '../../../src/identity/grants/sign-in-method.ts';
import { loopbackRedirect } from '../../../src/identity/redirects/loopback-redirect.ts';
import type { RedirectReceiver } from '../../../src/identity/redirects/redirect.ts';
import { EnvironmentSecrets } from '../../../src/identity/secrets/secret-vault.ts';
import { TokenSource } from '../../../src/identity/token-source.ts';
import { FolderLock } from '../../../src/storage/folder-lock.ts';
import type { Clock } from '../../../src/system/clock.ts';
import { MemoryVault } from '../../unit/memory-vault.ts';
import { clientSecret, type ProviderOptions, TestProvider } from './identity-provider.ts';
import { TestUser } from './test-user.ts';
import { WatchedHttp } from './watched-http.ts';

/** A clock that can be set ahead; it sleeps in real time. */
export class SkewedClock implements Clock {
  skew = 0;

  now(): number {
    return Date.now() + this.skew;
  }

  async sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    await delay(milliseconds, undefined, { signal }).catch(() => undefined);
  }
}

/** A provider, a user with a browser, and the extension's part without VS Code. */
export interface SignInSetup {
  readonly provider: TestProvider;
  readonly user: TestUser;
  readonly http: WatchedHttp;
  readonly vault: MemoryVault;
  readonly clock: SkewedClock;
  readonly tokens: TokenSource;
  readonly receivers: RedirectReceiver[];
  readonly lockFolder: string;
  /** Why the user was asked to sign in again. */
  readonly offered: readonly SignInReason[];
  environment(auth?: Record<string, unknown>): Environment;
  secrets(environment: Environment): EnvironmentSecrets;
  end(): Promise<void>;
}

export const options = { signal: new AbortController().signal, timeout: timeLimit(5000) };

export function defineEnvironment(auth: Record<string, unknown>): Environment {
  const entry = {
    name: 'staging',
    baseUrl: 'https://gateway.example/api',
    auth: { grantType: 'authorization_code', clientId: 'public-client', ...auth },
  };
  const { environments, problems } = readEnvironments([entry]);
  assert.deepEqual(problems, []);
  assert.ok(environments[0]);
  return environments[0];
}

export async function setUpSignIn(providerOptions?: ProviderOptions): Promise<SignInSetup> {
  const provider = await TestProvider.start(providerOptions);
  const lockFolder = await mkdtemp(join(tmpdir(), 'dataset-studio-locks-'));
  const user = new TestUser();
  const http = new WatchedHttp();
  const vault = new MemoryVault();
  const clock = new SkewedClock();
  const offered: SignInReason[] = [];
  const receivers: RedirectReceiver[] = [loopbackRedirect()];
  const signIn = browserSignIn({ receivers, openBrowser: (url) => user.openBrowser(url), clock });
  const tokens = new TokenSource({
    vault,
    http,
    now: () => clock.now(),
    prompt: { ask: async (kind) => (kind === 'clientSecret' ? clientSecret : undefined) },
    userSessions: {
      lock: new FolderLock(lockFolder, clock),
      clock,
      signIn,
      deviceSignIn: deviceSignIn(async ({ verificationUrl, userCode }) => {
        void user.enterCode(verificationUrl, userCode);
        return undefined;
      }, clock),
      offerSignIn: async (_, why) => {
        offered.push(why);
        return user.signsInAgain;
      },
    },
  });
  return {
    provider,
    user,
    http,
    vault,
    clock,
    tokens,
    receivers,
    lockFolder,
    offered,
    environment: (auth) => defineEnvironment({ issuer: provider.issuer, ...auth }),
    secrets: (environment) => new EnvironmentSecrets(vault, environment),
    end: async () => {
      await provider.close();
      await rm(lockFolder, { recursive: true });
    },
  };
}
