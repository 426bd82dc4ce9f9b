import assert from 'node:assert/strict';
import { readEnvironments } from '../../../src/environments/environment.ts';

const read = (setting: unknown) => readEnvironments(setting);

const staging = {
  name: 'staging',
  baseUrl: 'https://gateway.example/api',
  auth: { grantType: 'password', clientId: 'client' },
};

/** A Hangul filler, a variation selector, a no-break space, two spaces, a private character and others. */
const deceptiveNames = [
  ...['prod\u3164x', 'prod\ufe0fx', 'pro\u00a0d', 'pro  d', 'pro\ue000d', 'pro\u200bd', 'pro\u202ed'],
  ...['pro\nd', 'pro\u034fd', 'pro\u2003d', 'pro\ud800d', 'a'.repeat(81)],
];

describe('The setting dataset.environments', () => {
  it('has defaults for what is missing', () => {
    const { environments, problems } = read([staging]);
    assert.deepEqual(problems, []);
    assert.deepEqual(environments, [
      {
        name: 'staging',
        service: {
          baseUrl: new URL('https://gateway.example/api'),
          reportingPath: 'reporting',
          retentionPolicy: 'None',
          authorizationScheme: 'Bearer',
        },
        authentication: { grantType: 'password', clientId: 'client', clientAuthentication: 'none' },
      },
    ]);
  });

  it('accepts an empty retention policy and an empty scheme', () => {
    const [environment] = read([{ ...staging, retentionPolicy: '', authorizationScheme: '' }]).environments;
    assert.equal(environment?.service.retentionPolicy, '');
    assert.equal(environment?.service.authorizationScheme, '');
  });

  it("is empty if it isn't set", () => {
    assert.deepEqual(read(undefined), { environments: [], problems: [] });
    assert.deepEqual(read([]), { environments: [], problems: [] });
  });

  it('accepts letters of any script in a name', () => {
    for (const name of ['Prüfung 2', '生产', 'تجربة', 'прод', 'a'.repeat(80)])
      assert.equal(read([{ ...staging, name }]).environments[0]?.name, name);
  });

  for (const name of deceptiveNames)
    it(`rejects the name ${JSON.stringify(name)}`, () => {
      const entries = [{ ...staging, name }];
      const { environments, problems } = read(entries);
      assert.deepEqual(environments, []);
      assert.equal(problems.length, 1);
      assert.match(problems[0] ?? '', /"name".*invisible character/);
    });

  const unusable: readonly [string, unknown, RegExp][] = [
    ['no array', { name: 'staging' }, /must be an array/],
    ['no object', ['staging'], /\[0\] must be an object/],
    ['no name', [{ baseUrl: 'https://gateway.example' }], /needs a "name"/],
    ['an http: address', [{ ...staging, baseUrl: 'http://gateway.example' }], /"staging".*https/],
    ['a name that turns its direction', [{ ...staging, name: 'pro\u202ed' }], /"name".*direction/],
    ['a name with a character unseen', [{ ...staging, name: 'pro\u200bd' }], /"name".*invisible/],
    ['a name with a line break', [{ ...staging, name: 'a\nb' }], /"name"/],
    [
      'a reporting path that leads up',
      [{ ...staging, reportingPath: 'a/../../b' }],
      /"reportingPath".*"\.\."/,
    ],
    ['no address', [{ ...staging, baseUrl: undefined }], /"baseUrl"/],
    ['an unknown grant', [{ ...staging, auth: { grantType: 'implicit' } }], /grantType.*one of/],
    [
      'an unknown client authentication',
      [{ ...staging, auth: { clientAuthentication: 'tls' } }],
      /clientAuthentication/,
    ],
    [
      'a password grant without client ID',
      [{ ...staging, auth: { grantType: 'password' } }],
      /needs "auth.clientId"/,
    ],
  ];
  for (const [what, setting, message] of unusable)
    it(`reports ${what}, and reads the other entries`, () => {
      const { environments, problems } = read(setting);
      assert.deepEqual(environments, []);
      assert.equal(problems.length, 1);
      assert.match(problems[0] ?? '', message);
    });

  it('uses the first of two entries with the same name, and reports the second', () => {
    const { environments, problems } = read([staging, { ...staging, baseUrl: 'https://other.example' }]);
    assert.equal(environments.length, 1);
    assert.equal(environments[0]?.service.baseUrl.origin, 'https://gateway.example');
    assert.match(problems[0] ?? '', /named "staging"/);
  });
});
