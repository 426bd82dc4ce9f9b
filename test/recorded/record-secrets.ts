import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import type { HttpClient } from '../../src/gateway/http.ts';
import { success } from '../../src/result.ts';
import type { CrossWindowLock } from '../../src/storage/folder-lock.ts';
import { type Environment, readEnvironments } from '../../src/environments/environment.ts';
import { FolderLock } from '../../src/storage/folder-lock.ts';
import { SessionStore } from '../../src/identity/identity-session.ts';
import { EnvironmentSecrets, type SecretKind, secretKey } from '../../src/identity/secrets/secret-vault.ts';
import { SessionRenewal } from '../../src/identity/sessions/session-renewal.ts';
import { TokenSource } from '../../src/identity/token-source.ts';
import { MemoryVault } from '../unit/memory-vault.ts';

/** Milliseconds since the epoch. */
const now = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

/** The setting `dataset.environments`. */
const environments = [
  { name: 'password', baseUrl: 'https://gateway.example/api', auth: { clientId: 'my-client' } },
  {
    name: 'password with "secret"',
    baseUrl: 'https://gateway.example:8443',
    auth: { grantType: 'password', clientId: 'my-client', clientAuthentication: 'client_secret_basic' },
  },
  { name: 'token', baseUrl: 'http://127.0.0.1:8080/', auth: { grantType: 'token' } },
  {
    name: 'session',
    baseUrl: 'https://gateway.example',
    auth: { grantType: 'session', providerId: 'microsoft', scopes: ['api://gateway/.default'] },
  },
  {
    name: 'discovery',
    baseUrl: 'https://gateway.example',
    auth: { grantType: 'authorization_code', clientId: 'my-client', issuer: 'https://login.example/tenant' },
  },
  {
    name: 'endpoints',
    baseUrl: 'https://gateway.example',
    auth: {
      grantType: 'authorization_code',
      clientId: 'my-client',
      clientAuthentication: 'client_secret_post',
      authorizationEndpoint: 'https://login.example/authorize',
      tokenEndpoint: 'https://login.example/token',
      issuer: 'https://login.example',
      scopes: ['reports.write', 'offline_access'],
      parameters: { audience: 'https://gateway.example', prompt: '' },
    },
  },
  {
    name: 'refresh under way',
    baseUrl: 'https://gateway.example',
    auth: { grantType: 'authorization_code', clientId: 'my-client', issuer: 'https://login.example' },
  },
];

/** Signs in to one environment of each kind, and returns what SecretStorage holds then; notes go into `lockFolder`. */
export async function recordSecrets(lockFolder: string): Promise<{
  readonly environments: readonly unknown[];
  readonly secrets: Readonly<Record<string, string>>;
}> {
  let count = 0;
  crypto.randomUUID = () => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`;
  syncBuiltinESMExports();
  const vault = new MemoryVault();
  for (const environment of readEnvironments(environments).environments)
    await signIn(environment, vault, lockFolder);
  return { environments, secrets: Object.fromEntries(vault.secrets) };
}

async function signIn(environment: Environment, vault: MemoryVault, lockFolder: string): Promise<void> {
  const secrets = new EnvironmentSecrets(vault, environment);
  const { name, authentication } = environment;
  await secrets.store('subscriptionKey', `key of ${name}`);
  if (authentication.grantType !== 'authorization_code') {
    if (authentication.grantType === 'session') return;
    const prompt = { ask: async (kind: SecretKind) => `${kind} of ${name}` };
    const tokens = new TokenSource({ vault, prompt, http: tokenEndpoint, now: () => now });
    await tokens.accessToken(environment, { signal: new AbortController().signal, timeout: 1000 });
    return;
  }
  if (authentication.clientAuthentication !== 'none')
    await secrets.store('clientSecret', `clientSecret of ${name}`);
  const clock = { now: () => now, sleep: async () => undefined };
  const lock = name === 'refresh under way' ? withoutLocking : new FolderLock(lockFolder, clock);
  const key = secretKey(environment, 'issuedToken');
  const renewal = new SessionRenewal(new SessionStore(secrets, authentication), key, lock, clock);
  const { signal } = new AbortController();
  await renewal.begin(
    {
      accessToken: `access token of ${name}`,
      refreshToken: `refresh token of ${name}`,
      expiresIn: 3600,
      ...(name === 'discovery' && { account: { id: 'user-1', label: 'Zoë Example' } }),
    },
    now,
    signal,
  );
  if (name !== 'refresh under way') return;
  // The window is closed before the provider answers.
  await new Promise<void>((sent) => {
    const send = () => {
      sent();
      return new Promise<never>(() => undefined);
    };
    void renewal.renew({ signal, fingerprint: 'none', rejected: `access token of ${name}`, connect: async () => success({ send }) });
  });
}

const tokenEndpoint: HttpClient = {
  exchange: async () => ({
    kind: 'response',
    response: {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: new TextEncoder().encode(
        '{"access_token":"issued access token","token_type":"bearer","expires_in":3600}',
      ),
      complete: true,
    },
  }),
};

const withoutLocking: CrossWindowLock = {
  run: (_key, _signal, work) => work({ readNote: async () => undefined, writeNote: async () => undefined }),
};
