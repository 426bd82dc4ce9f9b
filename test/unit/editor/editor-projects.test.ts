import assert from 'node:assert/strict';
import { MemoryFiles } from '../project/memory-files.ts';
import {
  closeAll,
  contexts,
  editorProjects,
  fixesAt,
  open,
  reportChange,
  reportDeletion,
  shownProblems,
  type,
} from './fake-vscode.ts';

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

  afterEach(() => {
    closeAll();
    window.dispose();
  });

  const project = '/r/a/dataset-studio.json';
  /** When what was started is done. */
  const settled = () => new Promise((resolve) => setTimeout(resolve, 50));

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
    assert.match(String(shownProblems.get('/r/a/dataset-studio.json')), /There is no file base\/b\.json\./);
  });

  it('have each problem as an error with a fix, as you type, whether they apply to an open document or not', async () => {
    const message = 'Unknown property "excludes". Did you mean "exclude"?';
    entries[project] = '{}';
    await kindOf();
    const document = open(project, '{}');
    type(document, '{\n  "excludes": [] }');
    await settled();
    assert.deepEqual(shownProblems.get(project), [message]);
    const [fix, ...others] = await fixesAt(project, 1, 4);
    assert.equal(others.length, 0);
    assert.deepEqual(fix, { title: 'Change to "{property}"', line: 1, from: 2, to: 12, text: '"exclude"' });
    assert.equal(await kindOf(), 'judged');
    type(document, '{\n  "exclude": [] }');
    await settled();
    assert.deepEqual(shownProblems.get(project), []);
    entries[project] = '{ "excludes": [] }';
    document.isDirty = false;
    reportChange(project);
    await settled();
    assert.deepEqual(shownProblems.get(project), [message]);
    assert.equal(await kindOf(), 'broken');
  });

  it('have the problems of their text only while it is unsaved', async () => {
    entries[project] = { exlude: [] };
    await kindOf();
    type(open(project, '{}'), '{ "extends": "./gone.json" }');
    await settled();
    assert.deepEqual(shownProblems.get(project), ['There is no file a/gone.json. Check the path.']);
    closeAll();
    assert.match(String(shownProblems.get(project)), /"exlude"/);
  });

  it('show no syntax error beside that of the JSON language', async () => {
    entries[project] = '{ "rules": }';
    await kindOf();
    assert.equal(shownProblems.get(project)?.length, 1);
    open(project, '{ "rules": }');
    await settled();
    assert.deepEqual(shownProblems.get(project), []);
  });

  it('tell menus which files they exclude, by paths: their scheme is another one in a remote window', async () => {
    const excluded = () => contexts.get('dataset.excludedFiles');
    const until = async (paths: readonly string[]) => {
      for (let time = 0; time < 100 && String(excluded()) !== String(paths); time++) await settled();
      assert.deepEqual(excluded(), paths);
    };
    entries['/r/base/b.json'] = { exclude: ['../a/x.*'] };
    await window.judge('/r/a/y.dataset.json');
    assert.equal(await kindOf(), 'excluded');
    await until([document]);
    entries['/r/base/b.json'] = {};
    reportChange('/r/base/b.json');
    assert.equal(await kindOf(), 'judged');
    await until([]);
  });

  it('show no problems of a file that changes while it is read', async () => {
    const changeWhileRead = () => {
      entries['/r/a/dataset-studio.json'] = '{';
      beforeRead = async () => {
        beforeRead = async () => undefined;
        entries['/r/a/dataset-studio.json'] = {};
        reportChange('/r/a/dataset-studio.json');
        await kindOf();
      };
    };
    changeWhileRead();
    assert.equal(await kindOf(), 'broken');
    assert.deepEqual([...shownProblems.values()].flat(), []);
    assert.equal(await kindOf(), 'judged');
    reportChange('/r/a/dataset-studio.json');
    changeWhileRead();
    assert.ok((await window.dataEntry('/r/a/x.csv')).broken);
    assert.deepEqual([...shownProblems.values()].flat(), []);
  });
});
