import assert from 'node:assert/strict';
import { ResponseCollector, type SendResult } from '../../../../src/gateway/network/exchange.ts';

describe('The collector of a response', () => {
  it('lets no request begin that was reported as not sent', () => {
    const results: SendResult[] = [];
    let aborted = 0;
    const controller = {
      aborted: false,
      paused: false,
      reason: null,
      rawHeaders: null,
      rawTrailers: null,
      abort: () => {
        aborted += 1;
      },
      pause: () => undefined,
      resume: () => undefined,
    };
    const collector = new ResponseCollector((result) => results.push(result));
    collector.stop();
    collector.onRequestStart(controller);
    assert.deepEqual(
      results.map(({ mayHaveLeft }) => mayHaveLeft),
      [false],
    );
    assert.equal(aborted, 1);
  });
});
