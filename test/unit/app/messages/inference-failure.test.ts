import assert from 'node:assert/strict';
import { describeInferenceFailure } from '../../../../src/app/messages/inference-failure.ts';

describe('Why a file has no tables', () => {
  for (const kind of [
    'binary',
    'unclosed-quote',
    'record-too-long',
    'name-too-long',
    'too-deep',
    'invalid-json',
    'not-utf-8',
  ] as const)
    it(`names a row by its number, and none above the first: ${kind}`, () => {
      assert.match(describeInferenceFailure({ kind, row: 7 }), /\brow 7\b/i);
      assert.doesNotMatch(describeInferenceFailure({ kind, row: 0 }), /\brow 0\b/i);
    });
});
