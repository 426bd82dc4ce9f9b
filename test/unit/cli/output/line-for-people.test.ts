import assert from 'node:assert/strict';
import { reportResult } from '../../../../src/cli/output/create-report.ts';
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

  it('contains none where a gateway answers with one', () => {
    const printed: string[] = [];
    const print = (text: string) => void printed.push(text);
    const reason = '##[add-mask]a';
    const response = { status: 400, headers: {}, body: Buffer.from(reason), complete: true };
    const outcome = {
      outcome: 'rejected',
      status: 400,
      reason,
      cause: { kind: 'forbidden' },
      response,
    } as const;
    reportResult(
      '::x.dataset.json',
      { kind: 'submitted', outcome },
      {
        environment: 'gateway',
        terminal: { out: print, error: print },
        json: false,
        several: true,
        journaled: false,
      },
    );
    assert.match(printed.join(''), /add-mask/);
    assert.doesNotMatch(printed.join(''), /^\s*::|##\[/m);
  });

  it('is the same for other names', () => {
    const problem = fileProblem('Read a::b#[c].');
    assert.match(
      stylish([{ file: 'a::b #[c].dataset.json', problem }], 1),
      /^a::b #\[c\]\.dataset\.json\n.*a::b#\[c\]/,
    );
  });
});
