import assert from 'node:assert/strict';
import { describeRequest } from '../../../../src/gateway/presentation/describe-request.ts';
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
