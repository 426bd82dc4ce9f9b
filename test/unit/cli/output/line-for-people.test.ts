import assert from 'node:assert/strict';
import { checkFile } from '../../../../src/cli/checking/check-file.ts';
import { WorkspaceRuleSettings } from '../../../../src/cli/input/rule-settings.ts';
import { reportResult } from '../../../../src/cli/output/create-report.ts';
import { ExactJson, printableJson } from '../../../../src/cli/output/printable-json.ts';
import { type FileProblem, stylish } from '../../../../src/cli/output/problem-formats.ts';
import { submissionTable } from '../../../../src/cli/output/submission-list.ts';
import { fileProblem } from '../../../../src/dataset/problem.ts';

/** GitHub Actions trims the line; the older form of its commands counts anywhere, and so do those of Azure Pipelines. */
const anyCommand = /^\s*::|##\w*\[/m;

function printed(problem: FileProblem): string {
  return [...stylish([problem], 1)].join('');
}

describe('What a command prints in a pipeline', () => {
  it('contains no command for the runner, whatever the names are', () => {
    for (const command of [
      '::add-mask::x',
      ' ::warning file=a::b',
      '##[set-output name=a]b',
      'a ##[add-matcher]x',
      'a ##vso[task.prependpath]x',
    ]) {
      const problem = { ...fileProblem(`Unknown data type "${command}".`) };
      for (const line of printed({ file: `${command}.dataset.json`, problem }).split('\n')) {
        assert.doesNotMatch(line, anyCommand);
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
    assert.doesNotMatch(printed.join(''), anyCommand);
  });

  it('contains none where a journal has the answer of a gateway', () => {
    const entry = {
      id: '20261122T020659123Z-0123456789abcdef',
      begunAt: '2026-11-22T02:06:59.123Z',
      environment: 'gateway',
      origin: 'https://gateway.example',
      requestUrl: 'https://gateway.example/datasets',
      retentionPolicy: 'None',
      document: 'file:///%23%23vso%5Bb%5D.dataset.json',
      body: { sha256: '', length: 0 },
      owner: { pid: 1, startedAt: '', host: '' },
    };
    const datasetId = '##vso[task.prependpath]x';
    const state = { outcome: 'created', status: 201, datasetId, response: '', at: entry.begunAt } as const;
    const printed: string[] = [submissionTable([{ entry, state }])];
    const print = (text: string) => void printed.push(text);
    reportResult(
      'x.dataset.json',
      { kind: 'done-before', earlier: { entry, state } },
      {
        environment: 'gateway',
        terminal: { out: print, error: print },
        json: false,
        several: false,
        journaled: true,
      },
    );
    assert.match(printed.join(''), /task\.prependpath/);
    assert.doesNotMatch(printed.join(''), anyCommand);
  });

  it('contains none where a file disappears before it is read', async () => {
    await assert.rejects(checkFile('##vso[a]b.dataset.json', new WorkspaceRuleSettings()), (error) => {
      assert.ok(error instanceof Error);
      assert.doesNotMatch(error.message, anyCommand);
      return true;
    });
  });

  it('contains none in JSON, which is still the same value', () => {
    const value = { '##[a]': ['a ##vso[task.prependpath]x', '###[b]', '## c ['] };
    const json = printableJson(value);
    assert.doesNotMatch(json, anyCommand);
    assert.deepEqual(JSON.parse(json), value);
    const exact = printableJson(new ExactJson('"##[a]"'));
    assert.doesNotMatch(exact, anyCommand);
    assert.equal(JSON.parse(exact), '##[a]');
  });

  it('is the same for other names', () => {
    const problem = fileProblem('Read a::b#[c].');
    assert.match(
      printed({ file: 'a::b #[c].dataset.json', problem }),
      /^a::b #\[c\]\.dataset\.json\n.*a::b#\[c\]/,
    );
  });
});
