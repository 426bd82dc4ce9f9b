import assert from 'node:assert/strict';
import { validateText } from '../../../src/dataset/document.ts';
import { newProjectFile } from '../../../src/project/new-project-file.ts';
import { maxProjectFileSize } from '../../../src/project/project-file.ts';
import { Projects } from '../../../src/project/projects.ts';
import { readProjectFile } from '../../../src/project/read-project-file.ts';
import { MemoryFiles } from './memory-files.ts';

/** A dataset with a mistake that the rules know, one that they don't, and what a service may know. */
const typo = {
  name: 'Typo',
  isShared: true,
  tables: [
    {
      name: 'T',
      hidden: true,
      colums: [],
      columns: [
        { name: 'a', dataType: 'Integer' },
        { name: 'b', dataType: 'Strng' },
        { name: 'c', dataType: 'Integer', format: '0' },
      ],
    },
    { name: 'U', colums: [] },
  ],
};

function read(text: string) {
  return readProjectFile('/r/dataset-studio.json', new TextEncoder().encode(text));
}

describe('A new project file', () => {
  it('declares the known data types, and nothing else: no problem goes away', async () => {
    const settings = { rules: {}, dataTypes: ['Money'] };
    const { text } = newProjectFile(settings.dataTypes, [typo]);
    const { content, problems } = read(text);
    assert.deepEqual(problems, []);
    assert.deepEqual(content.dataTypes, ['Money']);
    assert.deepEqual(content.properties, { dataset: [], table: [], column: [] });
    assert.deepEqual(content.exclude, []);
    const files = new MemoryFiles({ '/r/dataset-studio.json': text });
    const judgement = await new Projects({ files, folders: ['/r'] }).judge('/r/a.dataset.json');
    const dataset = JSON.stringify(typo);
    assert.deepEqual(
      await validateText(dataset, 'json', judgement.settings),
      await validateText(dataset, 'json', settings),
    );
  });

  it('has in comments what datasets use beyond that, but nothing that the rules have a suggestion for', () => {
    const { text, commented, mistakes } = newProjectFile([], [typo, null, 3]);
    const comments = [...text.matchAll(/^\s*\/\/ "(\w+)",$/gm)].map(([, name]) => name);
    assert.deepEqual(comments, ['Integer', 'isShared', 'hidden', 'format']);
    assert.deepEqual(commented, { names: ['Integer', 'format', 'hidden', 'isShared'], problems: 5 });
    // "colums" has a suggestion where "columns" is missing.
    assert.deepEqual(mistakes, { names: ['Strng', 'colums'], problems: 3 });
  });

  it('can be uncommented', () => {
    const { text } = newProjectFile(['Money', 'Weight'], [typo]);
    const { content, problems } = read(text.replace(/^(\s*)\/\/ (".*",)$/gm, '$1$2'));
    assert.deepEqual(problems, []);
    assert.deepEqual(content.dataTypes, ['Integer', 'Money', 'Weight']);
    assert.deepEqual(content.properties, { dataset: ['isShared'], table: ['hidden'], column: ['format'] });
  });

  it('is valid whatever the names are', () => {
    const names = Array.from(
      { length: 3000 },
      (_, index) => `"\n],\u2028 ${index} ${'x'.repeat(index % 200)}`,
    );
    const columns = names.map((name) => ({ name: 'c', dataType: name, [name]: 1 }));
    const { text } = newProjectFile(['A\n"B'], [{ name: 'D', tables: [{ name: 'T', columns }] }]);
    const { content, problems } = read(text);
    assert.deepEqual(problems, []);
    assert.deepEqual(content.dataTypes, ['A\n"B']);
    assert.ok(text.length < maxProjectFileSize);
  });
});
