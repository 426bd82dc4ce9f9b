import assert from 'node:assert/strict';
import { stylish } from '../../../../src/cli/output/problem-formats.ts';
import { fileProblem } from '../../../../src/dataset/problem.ts';

describe('What a command prints for people in GitHub Actions', () => {
  it('contains no command for the runner, whatever the names are', () => {
    for (const command of [
      '::add-mask::x',
      ' ::warning file=a::b',
      '##[set-output name=a]b',
      'a ##[add-matcher]x',
    ]) {
      const problem = { ...fileProblem(`Unknown data type "${command}".`) };
      for (const line of stylish([{ file: `${command}.dataset.json`, problem }], 1).split('\n')) {
        // The runner trims the line; the older form of its commands counts anywhere.
        assert.doesNotMatch(line, /^\s*::|##\[/);
      }
    }
  });

  it('is the same for other names', () => {
    const problem = fileProblem('Read a::b#[c].');
    assert.match(
      stylish([{ file: 'a::b #[c].dataset.json', problem }], 1),
      /^a::b #\[c\]\.dataset\.json\n.*a::b#\[c\]/,
    );
  });
});
