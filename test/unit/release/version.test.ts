import assert from 'node:assert/strict';
import { distTag, isPreRelease } from '../../../scripts/release/version.ts';

describe('A version', () => {
  it('is a pre-release if its minor number is odd', () => {
    for (const version of ['1.1.0', '0.1.5', '2.13.0']) assert.equal(isPreRelease(version), true, version);
    for (const version of ['1.0.0', '1.10.1', '3.2.1']) assert.equal(isPreRelease(version), false, version);
  });

  it('is published to npm as latest or next', () => {
    assert.equal(distTag('1.0.0'), 'latest');
    assert.equal(distTag('1.1.0'), 'next');
  });

  it('has three numbers, because the Marketplace takes nothing else', () => {
    for (const version of ['1.0', '1.1.0-beta.1', 'v1.0.0'])
      assert.throws(() => isPreRelease(version), /is not a version/);
  });
});
