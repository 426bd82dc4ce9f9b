import assert from 'node:assert/strict';
import { SafeOutput } from '../../../../src/cli/output/safe-output.ts';

describe('Printed text', () => {
  for (const [text, printed] of [
    ['::error::x', '\\u003a:error::x'],
    ['a\n \t::error::x', 'a\n \t\\u003a:error::x'],
    ['a ::error::x', 'a ::error::x'],
    ['a ##[group]', 'a #\\u0023[group]'],
    ['a ##vso[x]', 'a #\\u0023vso[x]'],
    ['## Heading', '## Heading'],
    ['\u001b[2J', '\\u001b[2J'],
  ] as const)
    it(`is no command for a pipeline or a terminal: ${JSON.stringify(text)}`, () => {
      assert.equal(SafeOutput.of(text).text, printed);
    });
});
