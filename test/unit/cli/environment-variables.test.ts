import assert from 'node:assert/strict';
import {
  environmentOf,
  missingForToken,
  type Variables,
  variableNames,
} from '../../../src/cli/environment-variables.ts';
import { UsageError } from '../../../src/cli/terminal.ts';
import type { GrantType } from '../../../src/environments/grant-types.ts';
import { unnamedError } from '../../../src/gateway/token-request.ts';
import type { TokenFailure } from '../../../src/identity/grant.ts';
import { describeOutcome } from '../../../src/submission/outcome-message.ts';
import type { SubmissionOutcome } from '../../../src/submission/submit.ts';

const client = { DATASET_CLIENT_ID: 'pipeline', DATASET_CLIENT_SECRET: 'a secret' };

function authenticationOf(variables: Variables) {
  return environmentOf({ 'base-url': 'https://gateway.example' }, variables).authentication;
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
    const environment = environmentOf({ 'base-url': 'https://gateway.example' }, variables);
    assert.deepEqual(missingForToken(environment, variables), ['DATASET_CLIENT_ID', 'DATASET_CLIENT_SECRET']);
  });
});

describe('a secret that HTTP cannot send', () => {
  for (const name of ['DATASET_ACCESS_TOKEN', 'DATASET_SUBSCRIPTION_KEY'])
    it(`names ${name}, and never its value`, () => {
      for (const value of ['hunter2\nhunter2', 'hunter2\u0142'])
        assert.throws(() => authenticationOf({ [name]: value }), {
          name: 'UsageError',
          message: `${name} contains a line break or another character that HTTP doesn't allow. Copy it again.`,
        });
      authenticationOf({ [name]: ' hunter2\n' });
    });
});

describe('the message about an outcome', () => {
  const issuer = 'https://login.example';
  const refused = (error: string): TokenFailure => ({
    kind: 'refused',
    status: 400,
    error,
    description: '',
    grantType: 'client_credentials',
    clientAuthentication: 'client_secret_basic',
  });
  const undiscovered = (detail: 'not-found' | 'redirect' | 'invalid' | 'other-issuer', text = '') =>
    ({ kind: 'undiscovered', issuer, detail, text }) as const;
  const unnamed = (status: 401 | 404, grantType: GrantType): TokenFailure => ({
    kind: 'refused',
    status,
    error: unnamedError(status),
    description: '',
    grantType,
    ...(status === 404 && { wrongAddress: 'https://gateway.example/api' }),
  });
  const cut = { kind: 'invalid-response', detail: 'cut', status: 200, text: '' } as const;
  const withoutToken: readonly [TokenFailure, RegExp][] = [
    [refused('invalid_client'), /Check DATASET_CLIENT_SECRET first, then DATASET_CLIENT_ID/],
    [refused('unauthorized_client'), /Check DATASET_CLIENT_ID, DATASET_CLIENT_SECRET, and whether/],
    [refused('unsupported_grant_type'), /Check the grant that the variables select and the address/],
    [refused('invalid_scope'), /Check DATASET_SCOPES/],
    [refused('invalid_target'), /Check DATASET_PARAMETERS/],
    [undiscovered('not-found'), /Check DATASET_ISSUER/],
    [undiscovered('redirect', 'https://other.example'), /set DATASET_ISSUER to the "issuer"/],
    [undiscovered('invalid'), /instead of DATASET_ISSUER/],
    [undiscovered('other-issuer', 'https://other.example'), /Set DATASET_ISSUER to exactly that/],
    [undiscovered('other-issuer', 'https://other.example/{tenant}'), /Set DATASET_ISSUER to that/],
    [undiscovered('other-issuer', 'no URL'), /instead of DATASET_ISSUER/],
    [unnamed(404, 'client_credentials'), /Check DATASET_TOKEN_ENDPOINT or DATASET_ISSUER\.$/],
    [
      unnamed(404, 'password'),
      /gateway\.example\/api accepts no token requests .* Check DATASET_BASE_URL\.$/,
    ],
    [
      unnamed(401, 'password'),
      /Check DATASET_CLIENT_ID first, then DATASET_USERNAME and DATASET_PASSWORD\.$/,
    ],
    [cut, /increase the timeout \(--timeout\)/],
    [
      { kind: 'unreachable', failure: { kind: 'timeout', host: 'login.example', seconds: 60 } },
      /allow more time \(--timeout\)/,
    ],
  ];
  const outcomes: readonly [SubmissionOutcome, RegExp][] = [
    ...withoutToken.map(([failure, message]): [SubmissionOutcome, RegExp] => [
      { kind: 'not-sent', cause: { kind: 'token', failure } },
      message,
    ]),
    [
      {
        kind: 'rejected',
        status: 404,
        reason: '',
        cause: { kind: 'address', detail: 'https://gateway.example/reporting/datasets' },
        response: { status: 404, headers: {}, body: new Uint8Array(), complete: true },
      },
      /wrong: https:\/\/gateway\.example\/reporting\/datasets\. Check DATASET_BASE_URL and DATASET_REPORTING_PATH/,
    ],
    [
      {
        kind: 'not-sent',
        cause: { kind: 'connection', failure: { kind: 'timeout', host: 'gateway.example', seconds: 60 } },
      },
      /allow more time \(--timeout\)/,
    ],
  ];
  const settings = /"auth\.|dataset\.|baseUrl|reportingPath/;
  const variables = /DATASET_|--timeout/;

  for (const [outcome, message] of outcomes)
    it(`names variables on the command line, and settings in VS Code: ${message.source}`, () => {
      const onCommandLine = describeOutcome(outcome, 'test', { names: variableNames }).text;
      assert.match(onCommandLine, message);
      assert.doesNotMatch(onCommandLine, settings);
      const inEditor = describeOutcome(outcome, 'test').text;
      assert.match(inEditor, settings);
      assert.doesNotMatch(inEditor, variables);
    });
});

describe('a client that says who it is without a secret', () => {
  const issuer = { DATASET_ISSUER: 'https://login.example', DATASET_CLIENT_ID: 'pipeline' };
  const names = [
    'DATASET_CLIENT_ASSERTION',
    'DATASET_CLIENT_ASSERTION_FILE',
    'DATASET_CLIENT_ASSERTION_AUDIENCE',
  ];

  for (const name of names)
    it(`has ${name}, never with a client secret or without an identity provider`, () => {
      const variables = { ...issuer, [name]: 'x', DATASET_BASE_URL: 'https://gateway.example' };
      const environment = environmentOf({}, variables);
      assert.equal(environment.authentication.grantType, 'client_credentials');
      assert.deepEqual(missingForToken(environment, variables), []);
      assert.throws(() => authenticationOf({ ...variables, DATASET_CLIENT_SECRET: 'y' }), {
        name: 'UsageError',
        message: `Set ${name} or DATASET_CLIENT_SECRET, not both: each says who the client is.`,
      });
      assert.throws(() => authenticationOf({ [name]: 'x' }), /needs an identity provider/);
    });
});
