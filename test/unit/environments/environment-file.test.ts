import assert from 'node:assert/strict';
import { exportEnvironments, readEnvironmentFile } from '../../../src/environments/environment-file.ts';

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
  return reading.value;
}

describe('A file of environments', () => {
  it('contains the exported environments unchanged', () => {
    const text = exportEnvironments([staging]);
    assert.deepEqual(JSON.parse(text), { 'dataset.environments': [staging] });
    const { environments, problems } = read(text);
    assert.deepEqual(problems, []);
    assert.deepEqual(
      environments.map(({ entry }) => entry),
      [staging],
    );
  });

  it('never contains a secret, even if the settings do', () => {
    const parameters = { audience: 'a', client_secret: 'hunter2', Password: 'hunter2' };
    const auth = { ...staging.auth, clientSecret: 'hunter2', parameters };
    const careless = { ...staging, password: 'hunter2', auth };
    assert.doesNotMatch(exportEnvironments([careless]), /hunter2/);
    const [imported] = read([{ ...careless, auth: { ...auth, parameters: { audience: 'a' } } }]).environments;
    assert.ok(imported);
    assert.doesNotMatch(JSON.stringify(imported?.entry), /hunter2/);
  });

  it('can be an array', () => {
    assert.equal(read([staging]).environments.length, 1);
  });

  it('says which environments exist, identical or different', () => {
    const moved = { ...staging, baseUrl: 'https://evil.example/api' };
    assert.equal(read([staging]).environments[0]?.existing, 'none');
    assert.equal(read([staging], [staging]).environments[0]?.existing, 'identical');
    assert.equal(read([moved], [staging]).environments[0]?.existing, 'different');
  });

  it('is checked like the setting: valid entries are read, the others are reported', () => {
    const plain = { ...staging, name: 'plain', baseUrl: 'http://gateway.example' };
    const { environments, problems } = read([plain, 7, staging, staging]);
    assert.equal(environments.length, 1);
    assert.equal(problems.length, 3);
    assert.match(problems[0] ?? '', /"plain".*https/);
  });

  it('rejects names that look like others', () => {
    const { environments, problems } = read([{ ...staging, name: 'stag\u202eing' }]);
    assert.deepEqual(environments, []);
    assert.match(problems[0] ?? '', /invisible/);
    assert.doesNotMatch(problems[0] ?? '', /\u202e/);
  });

  for (const text of ['', '{', '7', '{}', '{"dataset.environments": 7}', 'null'])
    it(`is rejected if it is ${text === '' ? 'empty' : text}`, () => {
      const reading = readEnvironmentFile(text, []);
      assert.match(reading.ok ? '' : reading.failure, /contains no environments.*dataset\.environments/);
    });
});
