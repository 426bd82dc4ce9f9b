import assert from 'node:assert/strict';
import { readAuthenticationChallenge } from '../../../src/gateway/authentication-challenge.ts';
import { redactor } from '../../../src/text/redact.ts';

const claims = '{"access_token":{"acrs":{"essential":true,"value":"c1"}}}';
const encoded = Buffer.from(claims).toString('base64');
const read = (header: string, secrets: readonly string[] = []) =>
  readAuthenticationChallenge(header, redactor(secrets));

describe('The authentication challenge of a gateway', () => {
  for (const [what, header] of [
    ['in Base64', `Bearer realm="", error="insufficient_claims", claims="${encoded}"`],
    ['in Base64 for URLs', `Bearer error="insufficient_claims", claims="${encoded.replace(/=+$/, '')}"`],
    ['as JSON', `Bearer error=insufficient_claims, claims="${claims.replaceAll('"', '\\"')}"`],
    ['of another order and case', `bearer CLAIMS="${encoded}" ,, Error = "insufficient_claims"`],
    [
      'behind other schemes',
      `Negotiate YII=, Basic realm="a, Bearer error=x", Bearer claims="${encoded}",error="insufficient_claims"`,
    ],
    [
      'behind another challenge of its scheme',
      `Bearer error="invalid_token", Bearer error="insufficient_claims", claims="${encoded}"`,
    ],
  ] as const)
    it(`reads claims ${what}`, () => {
      assert.deepEqual(read(header)?.parameters, { claims });
      assert.equal(read(header)?.requirement, `claims=${claims}`);
    });

  it('reads the authentication context and the age of RFC 9470', () => {
    const header =
      'Bearer error="insufficient_user_authentication", error_description="A different level", acr_values="urn:mfa silver", max_age="300"';
    assert.deepEqual(read(header), {
      parameters: { acr_values: 'urn:mfa silver', max_age: '300' },
      requirement: 'acr_values=urn:mfa silver, max_age=300',
      header: 'Bearer error="insufficient_user_authentication", acr_values="urn:mfa silver", max_age="300"',
    });
  });

  for (const header of [
    '',
    'Bearer',
    'Bearer error="invalid_token"',
    'Basic error="insufficient_claims", claims="e30="',
    'Bearer realm="error=insufficient_claims"',
    'Bearer error="insufficient_claims',
    'Bearer error="constructor"',
  ])
    it(`is none in ${JSON.stringify(header)}`, () => assert.equal(read(header), undefined));

  for (const [what, given] of [
    ['are not JSON', 'claims="not JSON"'],
    ['are no object', `claims="${Buffer.from('[1]').toString('base64')}"`],
    ['are too long for a URL', `claims="${Buffer.from(`{"a":"${'x'.repeat(2000)}"}`).toString('base64')}"`],
    ['contain a secret', `claims="${Buffer.from('{"a":"secret-token"}').toString('base64')}"`],
    ['are missing', 'realm="x"'],
  ] as const)
    it(`has nothing to send if the claims ${what}`, () =>
      assert.deepEqual(read(`Bearer error="insufficient_claims", ${given}`, ['secret-token']), {
        parameters: {},
        requirement: 'insufficient_claims',
        header: 'Bearer error="insufficient_claims"',
      }));

  it('sends only printable values', () => {
    const header = 'Bearer error="insufficient_user_authentication", acr_values="a\u202eb", max_age="-1"';
    assert.deepEqual(read(header)?.parameters, {});
  });

  it('reads hostile headers up to a length that servers allow', () => {
    for (const part of ['Bearer ', ',', '"', '\\', 'a=', 'a="', 'Bearer error="insufficient_claims",', ' \t'])
      assert.doesNotThrow(() => read(part.repeat(1_000_000 / part.length)));
    const behind = `${','.repeat(1_000_000)}Bearer error="insufficient_claims"`;
    assert.equal(read(behind), undefined);
  });
});
