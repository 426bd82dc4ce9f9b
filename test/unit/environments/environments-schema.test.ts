import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import { ownParameters } from '../../../src/environments/additional-parameters.ts';
import { readEnvironments } from '../../../src/environments/environment.ts';

const { contributes } = JSON.parse(await readFile('package.json', 'utf8'));
const schema = contributes.configuration.properties['dataset.environments'];
const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(schema);

const place = { name: 'staging', baseUrl: 'https://gateway.example/api' };
const code = { grantType: 'authorization_code', clientId: 'x' };

const device = { grantType: 'device_code', clientId: 'x' };
const machine = { grantType: 'client_credentials', clientId: 'x' };

const good: readonly Record<string, unknown>[] = [
  { ...place, auth: { grantType: 'password', clientId: 'x' } },
  { ...place, auth: { clientId: 'x' } },
  { ...place, auth: { grantType: 'token' } },
  { ...place, auth: { grantType: 'session', providerId: 'microsoft', scopes: ['api://gateway/.default'] } },
  { ...place, auth: { ...code, issuer: 'https://login.example/tenant' } },
  {
    ...place,
    auth: {
      ...code,
      authorizationEndpoint: 'https://login.example/a',
      tokenEndpoint: 'https://login.example/t',
      scopes: [],
    },
  },
  {
    ...place,
    auth: {
      ...code,
      issuer: 'https://login.example',
      parameters: { audience: 'https://gateway.example', prompt: '' },
    },
  },
  ...[
    'http://127.0.0.1:8765/callback',
    'http://localhost/',
    'http://[::1]:80/x',
    'https://tools.example/signed-in?x=1',
    'vscode://dataset-studio.dataset-studio/callback',
  ].map((redirectUri) => ({ ...place, auth: { ...code, issuer: 'https://login.example', redirectUri } })),
  { ...place, auth: { ...device, issuer: 'https://login.example' } },
  {
    ...place,
    auth: {
      ...device,
      deviceAuthorizationEndpoint: 'https://login.example/d',
      tokenEndpoint: 'https://login.example/t',
    },
  },
  { ...place, auth: { ...machine, issuer: 'https://login.example' } },
  {
    ...place,
    auth: {
      ...machine,
      tokenEndpoint: 'https://login.example/t',
      clientAuthentication: 'client_secret_post',
      scopes: ['data'],
    },
  },
  { ...place, baseUrl: 'http://localhost:8080', auth: { grantType: 'token' } },
  { ...place, baseUrl: 'http://127.0.0.1', auth: { grantType: 'token' } },
  { ...place, baseUrl: 'HTTPS://Gateway.example', auth: { grantType: 'token' } },
  { ...place, baseUrl: 'HTTP://127.0.0.1:1', auth: { grantType: 'token' } },
  { ...place, baseUrl: 'Http://LocalHost', auth: { grantType: 'token' } },
  { ...place, baseUrl: 'http://[::1]:8080/api', auth: { grantType: 'token' }, retentionPolicy: '' },
];

const bad: readonly unknown[] = [
  'staging',
  { baseUrl: 'https://gateway.example', auth: { grantType: 'token' } },
  { ...place, name: ' ', auth: { grantType: 'token' } },
  { name: 'staging', auth: { grantType: 'token' } },
  { ...place, baseUrl: 'http://gateway.example', auth: { grantType: 'token' } },
  { ...place, baseUrl: 'http://localhost.evil.example', auth: { grantType: 'token' } },
  { ...place, baseUrl: 'HTTP://gateway.example', auth: { grantType: 'token' } },
  { ...place, baseUrl: 'ftp://gateway.example', auth: { grantType: 'token' } },
  place,
  { ...place, auth: { grantType: 'password' } },
  { ...place, auth: { grantType: 'magic' } },
  { ...place, auth: { grantType: 'session' } },
  { ...place, auth: { grantType: 'session', providerId: ' ' } },
  { ...place, auth: { grantType: 'session', providerId: 'dataset-studio', scopes: ['production'] } },
  { ...place, auth: { ...code } },
  { ...place, auth: { grantType: 'authorization_code', issuer: 'https://login.example' } },
  { ...place, auth: { ...code, tokenEndpoint: 'https://login.example/t' } },
  { ...place, auth: { ...code, issuer: 'https://a.example', tokenEndpoint: 'https://login.example/t' } },
  { ...place, auth: device },
  { ...place, auth: { ...device, tokenEndpoint: 'https://login.example/t' } },
  { ...place, auth: { ...device, deviceAuthorizationEndpoint: 'https://login.example/d' } },
  { ...place, auth: { grantType: 'device_code', issuer: 'https://login.example' } },
  { ...place, auth: machine },
  { ...place, auth: { ...machine, issuer: 'https://login.example', clientAuthentication: 'none' } },
  { ...place, auth: { grantType: 'client_credentials', issuer: 'https://login.example' } },
  { ...place, auth: { ...code, issuer: 'http://login.example' } },
  { ...place, auth: { ...code, issuer: 'https://login.example', scopes: ['openid profile'] } },
  { ...place, auth: { ...code, issuer: 'https://login.example', scopes: 'openid' } },
  { ...place, auth: { ...code, issuer: 'https://login.example', parameters: ['a=b'] } },
  { ...place, auth: { ...code, issuer: 'https://login.example', parameters: { max_age: 7 } } },
  { ...place, auth: { ...code, issuer: 'https://login.example', parameters: { '': 'x' } } },
  ...ownParameters.map((own) => ({
    ...place,
    auth: { ...code, issuer: 'https://login.example', parameters: { [own]: 'x' } },
  })),
  ...[
    'http://tools.example/',
    'javascript:alert(1)',
    'vscode://evil.evil/callback',
    'https://x.example/#y',
  ].map((redirectUri) => ({ ...place, auth: { ...code, issuer: 'https://login.example', redirectUri } })),
  { ...place, auth: { clientId: 'x', clientAuthentication: 'tls' } },
];

describe('The schema of dataset.environments', () => {
  for (const entry of good)
    it(`accepts what the extension accepts: ${JSON.stringify(entry)}`, () => {
      assert.deepEqual(readEnvironments([entry]).problems, []);
      assert.ok(validate([entry]), JSON.stringify(validate.errors));
    });

  for (const entry of bad)
    it(`rejects what the extension can't use: ${JSON.stringify(entry)}`, () => {
      assert.equal(readEnvironments([entry]).problems.length, 1);
      assert.equal(validate([entry]), false);
    });

  it('rejects secrets', () => {
    for (const secret of ['password', 'clientSecret', 'accessToken'])
      assert.equal(validate([{ ...place, auth: { clientId: 'x', [secret]: 'hunter2' } }]), false);
  });

  it('inserts only what it accepts', () => {
    const filledIn = JSON.stringify(schema.items.defaultSnippets).replace(/\$\{\d+:([^}]+)\}/g, '$1');
    for (const { body } of JSON.parse(filledIn)) assert.ok(validate([body]), JSON.stringify(validate.errors));
  });
});
