import assert from 'node:assert/strict';
import {
  exportEnvironments,
  freeName,
  readEnvironmentFile,
} from '../../../src/environments/environment-file.ts';

const staging = {
  name: 'staging',
  baseUrl: 'https://gateway.example/api',
  auth: {
    grantType: 'authorization_code',
    issuer: 'https://login.example',
    clientId: 'my-client',
    parameters: { audience: 'https://gateway.example/?a=b&c+d', prompt: '' },
  },
};

function read(content: unknown, defined: unknown = []) {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const reading = readEnvironmentFile(text, defined);
  assert.ok(reading.ok, JSON.stringify(reading));
  return reading;
}

describe('a file of environments', () => {
  it('holds what was exported, and is read as it was', () => {
    const text = exportEnvironments([staging]);
    assert.deepEqual(JSON.parse(text), { 'dataset.environments': [staging] });
    const { environments, problems } = read(text);
    assert.deepEqual(problems, []);
    assert.deepEqual(
      environments.map(({ entry }) => entry),
      [staging],
    );
  });

  it('never holds a secret, even where someone wrote one into the settings', () => {
    const parameters = { audience: 'a', client_secret: 'hunter2', Password: 'hunter2' };
    const auth = { ...staging.auth, clientSecret: 'hunter2', parameters };
    const careless = { ...staging, password: 'hunter2', auth };
    assert.doesNotMatch(exportEnvironments([careless]), /hunter2/);
    const [imported] = read([{ ...careless, auth: { ...auth, parameters: { audience: 'a' } } }]).environments;
    assert.ok(imported);
    assert.doesNotMatch(JSON.stringify(imported?.entry), /hunter2/);
  });

  it('may be a list as well', () => {
    assert.equal(read([staging]).environments.length, 1);
  });

  it('tells which are defined already, alike or otherwise', () => {
    const moved = { ...staging, baseUrl: 'https://evil.example/api' };
    assert.equal(read([staging]).environments[0]?.defined, 'no');
    assert.equal(read([staging], [staging]).environments[0]?.defined, 'same');
    assert.equal(read([moved], [staging]).environments[0]?.defined, 'other');
  });

  it('is checked as the setting is: what is good serves, what is not is told', () => {
    const plain = { ...staging, name: 'plain', baseUrl: 'http://gateway.example' };
    const { environments, problems } = read([plain, 7, staging, staging]);
    assert.equal(environments.length, 1);
    assert.equal(problems.length, 3);
    assert.match(problems[0] ?? '', /"plain".*https/);
  });

  it('may not hide in a name what another would read', () => {
    const { environments, problems } = read([{ ...staging, name: 'stag\u202eing' }]);
    assert.deepEqual(environments, []);
    assert.match(problems[0] ?? '', /can't be seen/);
    assert.doesNotMatch(problems[0] ?? '', /\u202e/);
  });

  for (const text of ['', '{', '7', '{}', '{"dataset.environments": 7}', 'null'])
    it(`is refused where it is ${text === '' ? 'empty' : text}`, () => {
      const reading = readEnvironmentFile(text, []);
      assert.match(reading.ok ? '' : reading.message, /holds no environments.*dataset\.environments/);
    });
});

describe('a free name', () => {
  it('counts on from the one that is taken', () => {
    assert.equal(freeName('staging', new Set(['staging'])), 'staging 2');
    assert.equal(freeName('staging', new Set(['staging', 'staging 2'])), 'staging 3');
  });
});
