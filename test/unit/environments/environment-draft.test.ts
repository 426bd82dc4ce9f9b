import assert from 'node:assert/strict';
import { readEnvironments } from '../../../src/environments/environment.ts';
import {
  draftOf,
  type EnvironmentDraft,
  editableFields,
  entryOf,
  neededFields,
} from '../../../src/environments/environment-draft.ts';

const drafts: Readonly<Record<string, EnvironmentDraft>> = {
  password: { grantType: 'password', clientId: 'my-client' },
  token: { grantType: 'token' },
  session: { grantType: 'session', providerId: 'microsoft', scopes: 'api://gateway/.default' },
  authorization_code: {
    grantType: 'authorization_code',
    providerBy: 'discovery',
    clientId: 'my-client',
    issuer: 'https://login.example',
  },
  'authorization_code with endpoints': {
    grantType: 'authorization_code',
    providerBy: 'endpoints',
    clientId: 'my-client',
    clientAuthentication: 'client_secret_basic',
    authorizationEndpoint: 'https://login.example/authorize',
    tokenEndpoint: 'https://login.example/token',
    scopes: 'reports.write  offline_access',
    parameters: 'audience=https://gateway.example&x=a%26b&prompt=',
  },
};

describe('A draft of an environment', () => {
  for (const [what, fields] of Object.entries(drafts)) {
    const draft: EnvironmentDraft = { name: ' staging ', baseUrl: 'https://gateway.example/api', ...fields };

    it(`becomes an entry that can be used: ${what}`, () => {
      const { environments, problems } = readEnvironments([entryOf(draft)]);
      assert.deepEqual(problems, []);
      assert.equal(environments[0]?.name, 'staging');
      assert.equal(environments[0]?.authentication.grantType, fields.grantType);
    });

    it(`is read from its entry: ${what}`, () => {
      assert.deepEqual(entryOf(draftOf(entryOf(draft))), entryOf(draft));
    });

    it(`needs all fields of its entry: ${what}`, () => {
      const asked = new Set(neededFields(draft));
      for (const field of Object.keys(fields))
        if (field !== 'grantType' && field !== 'parameters') assert.ok(asked.has(field as 'name'));
    });
  }

  it('omits defaults, and keeps empty values', () => {
    const draft: EnvironmentDraft = {
      name: 'staging',
      baseUrl: 'https://gateway.example',
      reportingPath: 'reporting',
      retentionPolicy: '',
      authorizationScheme: 'Bearer',
      grantType: 'password',
      clientId: 'x',
      clientAuthentication: 'none',
    };
    assert.deepEqual(entryOf(draft), {
      name: 'staging',
      baseUrl: 'https://gateway.example',
      retentionPolicy: '',
      auth: { grantType: 'password', clientId: 'x' },
    });
  });

  it('omits the fields of another grant type', () => {
    const changed = {
      ...draftOf(entryOf({ name: 'a', ...drafts.authorization_code })),
      grantType: 'token',
    } as const;
    assert.deepEqual(entryOf(changed).auth, { grantType: 'token' });
    assert.ok(!editableFields(changed).includes('issuer'));
  });

  it('is read from any value', () => {
    for (const entry of [undefined, null, 7, [], 'x', { auth: 'x' }, { name: 7, auth: { scopes: 'x' } }])
      assert.equal(entryOf(draftOf(entry)).name, '');
  });
});
