import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { namesOf, requireDatasetName } from '../../../../src/cli/input/read-input.ts';

describe('A file that is not named like a dataset file', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'read-input-'));
    await mkdir(join(folder, 'tables'));
    for (const name of ['orders.csv', 'notes.doc']) await writeFile(join(folder, name), '');
  });
  afterEach(() => rm(folder, { recursive: true }));

  for (const [name, message] of [
    ['gone', / does not exist\. Check the path\.$/],
    ['gone/a.csv', / does not exist\. Check the path\.$/],
    ['orders.csv/a.csv', / does not exist\. Check the path\.$/],
    ['tables', / is a folder\. Name a file in it\.$/],
    [
      'orders.csv',
      / is a data file, not a dataset file\. .*"dataset-studio check".*"dataset-studio infer"\.$/,
    ],
    ['notes.doc', / is not a dataset file\. Its name must end in \.json, \.yaml, or \.yml\.$/],
  ] as const)
    it(`is named for what it is: ${name}`, () => {
      assert.throws(() => requireDatasetName(join(folder, name)), { name: 'UsageError', message });
    });

  it('need not exist as the name of standard input', () => {
    assert.throws(() => namesOf(['-'], 'gone.doc'), { message: /^gone\.doc is not a dataset file\./ });
  });
});
