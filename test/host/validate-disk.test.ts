import assert from 'node:assert/strict';
import { mkdir, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import {
  codesOf,
  expectProblems,
  folder,
  updateSetting,
  uriOf,
  valid,
  validateAll,
  withoutValidName,
} from './authoring/all-datasets.ts';
import { closeEditors } from './authoring/documents.ts';

describe('Validate All Datasets, with files on disk', function () {
  this.timeout(120_000);
  const pathOf = (name: string) => join(folder.fsPath, name);
  const write = async (name: string, text: string) => {
    await mkdir(dirname(pathOf(name)), { recursive: true });
    await writeFile(pathOf(name), text);
  };

  afterEach(async () => {
    await closeEditors();
    for (const section of ['files', 'search']) await updateSetting(section, 'exclude', undefined);
    await rm(folder.fsPath, { recursive: true, force: true });
    await validateAll();
  });

  it('updates problems when other programs change files', async () => {
    await write('good.dataset.json', valid);
    await validateAll();
    await write('good.dataset.json', withoutValidName);
    await expectProblems(uriOf('good.dataset.json'), 'wrong-type');
    await write('good.dataset.json', valid);
    await expectProblems(uriOf('good.dataset.json'));
    // Many editors and Git save a file this way. VS Code reports it as a new file.
    await write('good.tmp', withoutValidName);
    await rename(pathOf('good.tmp'), pathOf('good.dataset.json'));
    await expectProblems(uriOf('good.dataset.json'), 'wrong-type');
    await write('new.dataset.yaml', 'tables: []\n');
    await expectProblems(uriOf('new.dataset.yaml'), 'missing-property', 'no-tables');
    await rm(pathOf('new.dataset.yaml'));
    await expectProblems(uriOf('new.dataset.yaml'));
  });

  it('updates problems when other programs change folders', async () => {
    await write('deep/er/wrong.dataset.json', withoutValidName);
    await validateAll();
    await rename(pathOf('deep'), pathOf('moved'));
    await expectProblems(uriOf('deep/er/wrong.dataset.json'));
    await expectProblems(uriOf('moved/er/wrong.dataset.json'), 'wrong-type');
    await rm(pathOf('moved'), { recursive: true });
    await expectProblems(uriOf('moved/er/wrong.dataset.json'));
  });

  // Only VS Code's own search for files applies these settings, not every extension that provides a workspace's files.
  it('excludes the files of files.exclude and search.exclude as soon as these settings change', async () => {
    await write('deep/er/wrong.dataset.json', withoutValidName);
    await write('deep/wrong.dataset.yml', 'name: Sales\n');
    await validateAll();
    await updateSetting('files', 'exclude', { '**/deep/er': true });
    await expectProblems(uriOf('deep/er/wrong.dataset.json'));
    await expectProblems(uriOf('deep/wrong.dataset.yml'), 'missing-property');
    await updateSetting('search', 'exclude', { '**/*.{yml,txt}': true, '**/nothing': true });
    await expectProblems(uriOf('deep/wrong.dataset.yml'));
    await write('deep/er/new.dataset.json', withoutValidName);
    await validateAll();
    await expectProblems(uriOf('deep/er/new.dataset.json'));
  });

  it("reports which file can't be read and why, and the problems of the other files", async () => {
    await write('wrong.dataset.json', withoutValidName);
    // Sparse: no content, but too large.
    await write('huge.dataset.json', '');
    await truncate(pathOf('huge.dataset.json'), 3 * 2 ** 30);
    await validateAll();
    const [problem] = vscode.languages.getDiagnostics(uriOf('huge.dataset.json'));
    assert.match(problem?.message ?? '', /can't be read\. It is larger than 2 GB/);
    assert.deepEqual(codesOf(uriOf('wrong.dataset.json')), ['wrong-type']);
  });

  if (process.platform !== 'win32')
    it("reports a file that VS Code lists and can't read, because it can't represent its name", async () => {
      await write('two\nlines.dataset.json', '{');
      await validateAll();
      const [problem] = vscode.languages
        .getDiagnostics(uriOf('lines.dataset.json'))
        .concat(vscode.languages.getDiagnostics(vscode.Uri.joinPath(folder, '..', 'lines.dataset.json')));
      assert.match(problem?.message ?? '', /can't be read/);
    });
});
