import assert from 'node:assert/strict';
import { MemoryFiles } from '../project/memory-files.ts';
import { editorProjects, reportChange, reportDeletion, shownProblems } from './fake-vscode.ts';

const document = '/r/a/x.dataset.json';

describe('The project files of a window', () => {
  let entries: Record<string, string | object>;
  let window: Awaited<ReturnType<typeof editorProjects>>;
  /** Called before a file is read. */
  let beforeRead: () => Promise<void>;

  beforeEach(async () => {
    entries = {
      '/r/a/dataset-studio.json': { extends: '../base/b.json' },
      '/r/base/b.json': { exclude: ['**'] },
    };
    beforeRead = async () => undefined;
    window = await editorProjects({
      exists: (path) => new MemoryFiles(entries).exists(path),
      realPath: async (path) => path,
      read: async (path, limit) => {
        const files = new MemoryFiles(entries);
        await beforeRead();
        return files.read(path, limit);
      },
    });
  });

  afterEach(() => window.dispose());

  const kindOf = async () => (await window.judge(document)).kind;

  it('are read again after one has changed', async () => {
    assert.equal(await kindOf(), 'judged');
    entries['/r/base/b.json'] = { exclude: ['../a/**'] };
    assert.equal(await kindOf(), 'judged');
    reportChange('/r/base/b.json');
    assert.equal(await kindOf(), 'excluded');
  });

  it('are read again after a folder was deleted that has only an extended file', async () => {
    assert.equal(await kindOf(), 'judged');
    delete entries['/r/base/b.json'];
    reportDeletion('/r/other');
    assert.equal(await kindOf(), 'judged');
    reportDeletion('/r/base');
    assert.equal(await kindOf(), 'broken');
    assert.match(
      String(shownProblems.get('/r/a/dataset-studio.json')),
      /base\/b\.json:1:1: The file can't be read/,
    );
  });

  it('show no problems of a file that changes while it is read', async () => {
    entries['/r/a/dataset-studio.json'] = '{';
    beforeRead = async () => {
      beforeRead = async () => undefined;
      entries['/r/a/dataset-studio.json'] = {};
      reportChange('/r/a/dataset-studio.json');
      await kindOf();
    };
    assert.equal(await kindOf(), 'broken');
    assert.deepEqual([...shownProblems.values()].flat(), []);
    assert.equal(await kindOf(), 'judged');
  });
});
