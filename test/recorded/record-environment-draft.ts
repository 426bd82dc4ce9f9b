import { draftKey, type EnvironmentDraft } from '../../src/environments/environment-draft.ts';

/** What VS Code's global state holds after someone cancels Add Environment, by key. */
export function recordEnvironmentDraft(): Record<string, unknown> {
  const draft: EnvironmentDraft = {
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
  };
  return { [draftKey]: draft };
}
