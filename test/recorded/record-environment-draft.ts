import type { Memento } from 'vscode';
import { environmentDrafts } from '../../src/editor/environments/wizard/environment-drafts.ts';

/** What VS Code's global state holds after someone cancels Add Environment, by key. */
export async function recordEnvironmentDraft(): Promise<Record<string, unknown>> {
  const state = new Map<string, unknown>();
  const memento: Memento = {
    keys: () => [...state.keys()],
    get: (key: string) => state.get(key) as undefined,
    update: async (key, value) => void state.set(key, value),
  };
  await environmentDrafts(memento).keep({
    name: 'staging',
    baseUrl: 'https://gateway.example/api',
    reportingPath: 'reports',
    retentionPolicy: 'basicFIFO',
    authorizationScheme: '',
    grantType: 'authorization_code',
    clientId: 'my-client',
    clientAuthentication: 'client_secret_basic',
    providerBy: 'endpoints',
    issuer: 'https://login.example',
    authorizationEndpoint: 'https://login.example/authorize',
    tokenEndpoint: 'https://login.example/token',
    scopes: 'openid  offline_access',
    parameters: 'audience=https://gateway.example&prompt=',
    providerId: 'microsoft',
  });
  return Object.fromEntries(state);
}
