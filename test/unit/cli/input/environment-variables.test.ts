import assert from 'node:assert/strict';
import {
  environmentOf,
  missingForToken,
  type Variables,
} from '../../../../src/cli/input/environment-variables.ts';
import { UsageError } from '../../../../src/cli/terminal.ts';

const client = { DATASET_CLIENT_ID: 'pipeline', DATASET_CLIENT_SECRET: 'a secret' };

function authenticationOf(variables: Variables) {
  return environmentOf({ baseUrl: 'https://gateway.example' }, variables).authentication;
}

describe('the grant that environment variables select', () => {
  it('is the access token, whatever else is set', () => {
    const variables = { DATASET_ACCESS_TOKEN: 'x', DATASET_ISSUER: 'https://login.example', ...client };
    assert.equal(authenticationOf(variables).grantType, 'token');
  });

  it('is client credentials with an issuer', () => {
    assert.deepEqual(authenticationOf({ DATASET_ISSUER: 'https://login.example', ...client }), {
      grantType: 'client_credentials',
      clientId: 'pipeline',
      clientAuthentication: 'client_secret_basic',
      server: { by: 'discovery', issuer: new URL('https://login.example') },
      scopes: [],
      parameters: {},
    });
  });

  it('is client credentials with a token endpoint, before a user name and password', () => {
    const variables = {
      DATASET_TOKEN_ENDPOINT: 'https://login.example/token',
      DATASET_SCOPES: ' reports.write  reports.read ',
      DATASET_CLIENT_AUTHENTICATION: 'client_secret_post',
      DATASET_USERNAME: 'ann',
      DATASET_PASSWORD: 'hunter2',
      ...client,
    };
    assert.deepEqual(authenticationOf(variables), {
      grantType: 'client_credentials',
      clientId: 'pipeline',
      clientAuthentication: 'client_secret_post',
      server: { by: 'endpoints', tokenEndpoint: new URL('https://login.example/token') },
      scopes: ['reports.write', 'reports.read'],
      parameters: {},
    });
  });

  it('has additional parameters in query-string form', () => {
    const authentication = authenticationOf({
      DATASET_ISSUER: 'https://login.example',
      DATASET_PARAMETERS: 'audience=https://gateway.example/a+b&resource=urn%3Ax%26y\n',
      ...client,
    });
    assert.ok(authentication.grantType === 'client_credentials');
    assert.deepEqual(authentication.parameters, {
      audience: 'https://gateway.example/a b',
      resource: 'urn:x&y',
    });
  });

  it('is the password otherwise', () => {
    assert.equal(authenticationOf({ DATASET_CLIENT_ID: 'x' }).grantType, 'password');
  });

  for (const [variables, message] of [
    [{ DATASET_TOKEN_ENDPOINT: 'http://login.example/token' }, /DATASET_TOKEN_ENDPOINT can't be used.*https/],
    [
      { DATASET_ISSUER: 'https://login.example', DATASET_PARAMETERS: 'Client_Secret=hunter2' },
      /DATASET_PARAMETERS can't contain Client_Secret(?!.*hunter2)/,
    ],
    [{ DATASET_ISSUER: 'https://login.example', DATASET_PARAMETERS: 'a=1&a=2' }, /contains a twice/],
    ...[
      '=1',
      'audience',
      'audience=x&resource',
      '{"audience":"x"}',
      '{"resource":"urn:x?a=b"}',
      'audience: x',
    ].map(
      (DATASET_PARAMETERS) =>
        [
          { DATASET_ISSUER: 'https://login.example', DATASET_PARAMETERS },
          /DATASET_PARAMETERS must be parameters in query-string form/,
        ] as const,
    ),
    [{ DATASET_ISSUER: 'login' }, /DATASET_ISSUER can't be used.*not a URL/],
    [{ DATASET_ISSUER: 'https://login.example', DATASET_SCOPES: 'a "b"' }, /DATASET_SCOPES/],
    [
      { DATASET_ISSUER: 'https://login.example', DATASET_CLIENT_AUTHENTICATION: 'none' },
      /requires a client secret/,
    ],
    [{ DATASET_ISSUER: 'https://login.example', DATASET_CLIENT_AUTHENTICATION: 'tls' }, /must be one of/],
  ] as const)
    it(`is rejected with ${JSON.stringify(variables)}`, () => {
      assert.throws(
        () => authenticationOf({ ...client, ...variables }),
        (error: unknown) => error instanceof UsageError && message.test(error.message),
      );
    });

  it('needs the client ID and the client secret for client credentials', () => {
    const variables = { DATASET_ISSUER: 'https://login.example' };
    const environment = environmentOf({ baseUrl: 'https://gateway.example' }, variables);
    assert.deepEqual(missingForToken(environment, variables), ['DATASET_CLIENT_ID', 'DATASET_CLIENT_SECRET']);
  });
});
