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

  it('keeps line breaks and a byte order mark of a file or a diff, and nothing else that is invisible', () => {
    const diff = '-\ufeff{\r\n+{\r\n';
    assert.equal(SafeOutput.lines(diff).text, diff);
    assert.equal(SafeOutput.lines('\ufeff::error::x').text, '\ufeff\\u003a:error::x');
    assert.equal(SafeOutput.lines('+"\ufeff"').text, '+"\\ufeff"');
    assert.equal(SafeOutput.of('\ufeffx').text, '\\ufeffx');
  });
});
