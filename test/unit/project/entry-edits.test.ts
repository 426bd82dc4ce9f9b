import assert from 'node:assert/strict';
import { applyEdits } from '../../../src/dataset/edits/text-edit.ts';
import { patternFor } from '../../../src/project/data-pattern.ts';
import { entryEdits } from '../../../src/project/entry-edits.ts';
import { Glob } from '../../../src/project/glob.ts';
import { relativePath } from '../../../src/project/paths.ts';
import { readProjectFile } from '../../../src/project/read-project-file.ts';

const entry = { files: ['a-*.csv'], dataset: 'a.dataset.json', table: 'A', reading: { delimiter: ';' } };

describe('An entry that is remembered', () => {
  it('is written into the project file, before others, with the comments kept', () => {
    for (const [text, files] of [
      ['{}', ['a-*.csv']],
      ['// Ours.\n{\n  "dataTypes": ["Decimal"], // known\n}\n', ['a-*.csv']],
      ['{ "data": null }', ['a-*.csv']],
      ['{ "data": [] }', ['a-*.csv']],
      ['{ "data": [\n    // None yet.\n  ]\n}', ['a-*.csv']],
      [
        '{\n\t"data": [\n\t\t// First.\n\t\t{ "files": ["x"], "dataset": "x.dataset.json" },\n\t],\n}',
        ['a-*.csv', 'x'],
      ],
    ] as const) {
      const changed = applyEdits(text, entryEdits(text, entry, undefined));
      const { content, problems } = readProjectFile(
        '/r/dataset-studio.json',
        new TextEncoder().encode(changed),
      );
      assert.deepEqual(problems, [], changed);
      assert.deepEqual(
        content.data?.flatMap((each) => each.files),
        files,
        changed,
      );
      for (const comment of ['// Ours.', '// known', '// First.'])
        assert.equal(changed.includes(comment), text.includes(comment), changed);
    }
  });

  it('replaces only how files are read, where an entry names them already', () => {
    const text = `{\n  "data": [\n    // Monthly.\n    { "files": ["a*"], "dataset": "a.dataset.json", "reading": { "skip": 1 } } // end\n  ]\n}`;
    const changed = applyEdits(text, entryEdits(text, entry, 0));
    assert.match(changed, /\/\/ Monthly\.[\s\S]*"files": \["a\*"\][\s\S]*"delimiter": ";"[\s\S]*\/\/ end/);
    assert.doesNotMatch(changed, /skip/);
  });

  it('names files that differ in digits', () => {
    for (const [name, pattern] of [
      ['orders-2026-01.csv', 'orders-*-*.csv'],
      ['orders.csv', 'orders.csv'],
      ['zamówienia 01.csv', 'zamówienia *.csv'],
      ['a{1}?*2.csv', 'a?*??*.csv'],
      ['a*1*.csv', 'a*.csv'],
    ] as const) {
      assert.equal(patternFor(name), pattern);
      assert.ok(new Glob(pattern).matches(name), name);
    }
  });

  it('has a relative path', () => {
    const paths = ['/r/a.json', '/r/s/d/a.json', '/r/a/b.json', '/x.json'];
    assert.deepEqual(
      paths.map((path) => relativePath('/r/s', path)),
      ['../a.json', 'd/a.json', '../a/b.json', '../../x.json'],
    );
  });
});
