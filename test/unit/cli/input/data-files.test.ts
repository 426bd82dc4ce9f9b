import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { dataFiles } from '../../../../src/cli/input/data-files.ts';
import { localDisk, namedFiles } from '../../../../src/cli/input/named-files.ts';

describe('The data files of infer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dataset-studio-'));
  const reported: unknown[] = [];
  const terminal = { error: (text: unknown) => reported.push(text) };

  before(() => {
    mkdirSync(join(folder, 'data'));
    for (const name of ['orders.csv', 'ORDERS.csv']) writeFileSync(join(folder, name), 'id\n1\n');
    for (const name of ['a.csv', '.hidden.csv', 'notes.md', 'a.dataset.json'])
      writeFileSync(join(folder, 'data', name), '');
    symlinkSync(join(folder, 'data'), join(folder, 'link'));
  });

  after(() => rmSync(folder, { recursive: true }));

  it('are one file where the system ignores case', async () => {
    const names = ['orders.csv', 'ORDERS.csv'].map((name) => join(folder, name));
    const count = async (realpath: (path: string) => string) =>
      (await namedFiles(names, dataFiles, terminal, { ...localDisk, realpath })).files.length;
    // What such a system answers: the disk of this test may ignore case, or not.
    assert.equal(await count((path) => path), 2);
    assert.equal(await count((path) => join(dirname(path), basename(path).toLowerCase())), 1);
  });

  it('are found once, also through a link to their folder', async () => {
    const { files: paths } = await namedFiles(
      [join(folder, 'data'), join(folder, 'link'), join(folder, 'link', 'a.csv')],
      dataFiles,
      terminal,
    );
    assert.deepEqual(paths, [join(folder, 'data', 'a.csv')]);
  });

  it('are what a glob matches but for datasets, and any file that is named as such', async () => {
    const { files: paths } = await namedFiles(
      [join(folder, 'data', '*'), join(folder, 'data', 'a.dataset.json'), '-'],
      dataFiles,
      terminal,
    );
    assert.deepEqual(
      paths.map((path) => basename(path)),
      ['a.csv', 'notes.md', 'a.dataset.json', '-'],
    );
  });

  it('are excluded by ! in front of a name, a folder, or a glob', async () => {
    for (const left of ['a.csv', '*.csv', '../link/../data/a*']) {
      const { files } = await namedFiles(
        [join(folder, 'data', '*'), `!${folder}/data/${left}`],
        dataFiles,
        terminal,
      );
      assert.deepEqual(
        files.map((file) => basename(file)),
        ['notes.md'],
        left,
      );
    }
    const named = ['orders.csv', 'data/notes.md', 'data/a.dataset.json'].map((name) => join(folder, name));
    for (const left of ['data', 'data/*']) {
      const { files } = await namedFiles([...named, `!${folder}/${left}`], dataFiles, terminal);
      assert.deepEqual(files, named.slice(0, 1), left);
    }
    assert.deepEqual(reported, []);
    await namedFiles([join(folder, 'orders.csv'), `!${folder}/data`], dataFiles, terminal);
    assert.deepEqual(reported, [`!${folder}/data excludes none of the files named before it.\n`]);
  });
});
