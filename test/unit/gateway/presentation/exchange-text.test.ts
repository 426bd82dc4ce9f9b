import assert from 'node:assert/strict';
import { describeRequest, responseText } from '../../../../src/gateway/presentation/exchange-text.ts';
import { serviceDefaults } from '../../../../src/gateway/service.ts';

describe('describeRequest', () => {
  it('shows the request as it is sent, with masked secrets', () => {
    const service = { ...serviceDefaults, baseUrl: new URL('https://gateway.example/api') };
    assert.equal(
      describeRequest(service, new TextEncoder().encode('{"name":"é"}')),
      [
        'POST https://gateway.example/api/reporting/datasets?defaultRetentionPolicy=None HTTP/1.1',
        'Content-Type: application/json',
        'Ocp-Apim-Subscription-Key: •••',
        'Authorization: Bearer •••',
        'Content-Length: 13',
        '',
        '{"name":"é"}',
      ].join('\n'),
    );
  });
});

function shown(body: string, complete = true): string {
  return responseText({ status: 200, headers: {}, body: Buffer.from(body), complete });
}

describe('responseText', () => {
  it('indents JSON', () => assert.equal(shown('{"a":[1]}'), '{\n  "a": [\n    1\n  ]\n}'));

  it('does not change other text', () => assert.equal(shown('not {json'), 'not {json'));

  it('adds a note if the response was cut', () => assert.match(shown('{"a":', false), /^\{"a":\n….*cut/));
});
