import { UndiciHttpClient } from '../../../src/gateway/network/undici-http-client.ts';
import { browserSignIn } from '../../../src/identity/grants/browser-sign-in.ts';
import { TokenSource } from '../../../src/identity/token-source.ts';
import { FolderLock } from '../../../src/storage/folder-lock.ts';
import { FileVault } from './file-vault.ts';
import { defineEnvironment, SkewedClock } from './sign-in-setup.ts';

/** Another window: gets a token without asking anyone, and prints what came of it. */
const [issuer = '', vaultFile = '', lockFolder = '', startAt = '0', skew = '0'] = process.argv.slice(2);
const clock = new SkewedClock();
clock.skew = Number(skew);
const tokens = new TokenSource({
  vault: new FileVault(vaultFile),
  http: new UndiciHttpClient(),
  now: () => clock.now(),
  prompt: { ask: async () => undefined },
  userSessions: {
    lock: new FolderLock(lockFolder, clock),
    clock,
    signIn: browserSignIn({ receivers: [], openBrowser: async () => false, clock }),
    offerSignIn: async () => false,
  },
});
const signal = new AbortController().signal;
await clock.sleep(Number(startAt) - Date.now(), signal);
const result = await tokens.accessToken(defineEnvironment({ issuer }), {
  signal,
  timeout: 30_000,
});
console.log(JSON.stringify(result));
