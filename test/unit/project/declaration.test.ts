import assert from 'node:assert/strict';
import { applyEdits } from '../../../src/dataset/edits/text-edit.ts';
import type { Declaration } from '../../../src/dataset/rules/conventions.ts';
import { declarationEdits, declarationKeys } from '../../../src/project/declaration.ts';
import { newProjectFile } from '../../../src/project/new-project-file.ts';
import { Projects } from '../../../src/project/projects.ts';
import { MemoryFiles } from './memory-files.ts';

const money: Declaration = { kind: 'data-type', dataType: 'Money' };
const hidden: Declaration = { kind: 'property', of: 'table', property: 'isHidden' };
const limitOff: Declaration = { kind: 'rule-off', code: 'limit' };

/** Declares something for a document, and returns the file that changed, its text, and what is in force then. */
async function declare(
  entries: Record<string, string | object>,
  declaration: Declaration,
  document = '/r/a/x.dataset.json',
) {
  const judge = (files: Record<string, string | object>) =>
    new Projects({ files: new MemoryFiles(files), folders: ['/r'] }).judge(document);
  const home = (await judge(entries)).project?.homeOf(document, declarationKeys(declaration));
  assert.ok(home);
  const before = entries[home.file];
  const text = typeof before === 'string' ? before : JSON.stringify(before);
  const after = applyEdits(text, declarationEdits(text, home.path, declaration));
  const { settings, kind } = await judge({ ...entries, [home.file]: after });
  assert.notEqual(kind, 'broken', after);
  return { file: home.file, text: after, settings };
}

describe('A declaration in a project file', () => {
  it('is added to the list that is in force, in the file that defines it', async () => {
    const base = { dataTypes: ['A'], properties: { table: ['p'] }, rules: { limit: 'error' } };
    const entries = {
      '/r/a/dataset-studio.json': { extends: '../base/b.json', properties: { column: ['q'] } },
      '/r/base/b.json': base,
    };
    const inBase = await declare(entries, money);
    assert.equal(inBase.file, '/r/base/b.json');
    assert.deepEqual(inBase.settings.dataTypes, ['A', 'Money']);
    const property = await declare(entries, hidden);
    assert.equal(property.file, '/r/base/b.json');
    assert.deepEqual(property.settings.properties, { table: ['p', 'isHidden'], column: ['q'] });
    const column = await declare(entries, { kind: 'property', of: 'column', property: 'x' });
    assert.equal(column.file, '/r/a/dataset-studio.json');
    assert.deepEqual(column.settings.properties, { table: ['p'], column: ['q', 'x'] });
    const rule = await declare(entries, limitOff);
    assert.equal(rule.file, '/r/base/b.json');
    assert.deepEqual(rule.settings.rules, { limit: 'off' });
  });

  it('is made in the nearest file if none has a list', async () => {
    const entries = {
      '/r/a/dataset-studio.json': { extends: '../b.json' },
      '/r/b.json': { rules: { limit: 'off' } },
    };
    for (const declaration of [money, hidden])
      assert.equal((await declare(entries, declaration)).file, '/r/a/dataset-studio.json');
    assert.deepEqual((await declare(entries, money)).settings.dataTypes, ['Money']);
    assert.deepEqual((await declare(entries, hidden)).settings.properties, { table: ['isHidden'] });
  });

  it('is made in the override that is in force for the document', async () => {
    const entries = {
      '/r/dataset-studio.json': {
        dataTypes: ['A'],
        overrides: [
          { files: ['b/**'], dataTypes: ['B'] },
          { files: ['a/**'], dataTypes: ['C'], rules: { limit: 'error' } },
        ],
      },
    };
    assert.deepEqual((await declare(entries, money)).settings.dataTypes, ['C', 'Money']);
    assert.deepEqual((await declare(entries, money, '/r/b/x.dataset.json')).settings.dataTypes, [
      'B',
      'Money',
    ]);
    assert.deepEqual((await declare(entries, money, '/r/x.dataset.json')).settings.dataTypes, ['A', 'Money']);
    assert.deepEqual((await declare(entries, limitOff)).settings.rules, { limit: 'off' });
  });

  it('replaces a null, which takes away what an extended file declares', async () => {
    const base = { dataTypes: ['A'], properties: { table: ['p'], column: ['q'] } };
    for (const own of [
      { dataTypes: null, properties: null },
      { dataTypes: null, properties: { table: null } },
    ]) {
      const entries = { '/r/a/dataset-studio.json': { extends: '../b.json', ...own }, '/r/b.json': base };
      assert.deepEqual((await declare(entries, money)).settings.dataTypes, ['Money']);
      assert.deepEqual((await declare(entries, hidden)).settings.properties?.table, ['isHidden']);
    }
  });

  it('keeps comments, commas after the last item, lines and line breaks', async () => {
    const cases: [string, Declaration, string][] = [
      ['{ "dataTypes": ["A"] } // c', money, '{ "dataTypes": ["A", "Money"] } // c'],
      ['{ "dataTypes": [ ] }', money, '{ "dataTypes": ["Money" ] }'],
      [
        '{\r\n\t"dataTypes": [\r\n\t\t// "B",\r\n\t\t"A", // a\r\n\t]\r\n}',
        money,
        '{\r\n\t"dataTypes": [\r\n\t\t// "B",\r\n\t\t"A",\r\n\t\t"Money", // a\r\n\t]\r\n}',
      ],
      [
        '{\n  "rules": { "limit": "error" } // c\n}\n',
        limitOff,
        '{\n  "rules": { "limit": "off" } // c\n}\n',
      ],
      ['{ "dataTypes": ["Money"] }', money, '{ "dataTypes": ["Money"] }'],
      [
        '{\n  "names": {} // c\n}\n',
        limitOff,
        '{\n  "names": {},\n  "rules": {\n    "limit": "off"\n  } // c\n}\n',
      ],
    ];
    for (const [before, declaration, after] of cases)
      assert.equal((await declare({ '/r/dataset-studio.json': before }, declaration)).text, after);
  });

  it('can be made in a new project file', async () => {
    const datasets = [
      { name: 'D', tables: [{ name: 'T', x: 1, columns: [{ name: 'c', dataType: 'Weight' }] }] },
    ];
    const { text } = newProjectFile([], datasets);
    const entries = { '/r/dataset-studio.json': text };
    const { settings, text: after } = await declare(entries, money);
    assert.deepEqual(settings.dataTypes, ['Money']);
    assert.match(after, /"dataTypes": \[\n {4}"Money",\n {4}\/\/ "Weight",\n {2}\]/);
    assert.deepEqual((await declare(entries, hidden)).settings.properties?.table, ['isHidden']);
    assert.deepEqual((await declare(entries, limitOff)).settings.rules, { limit: 'off' });
  });
});
