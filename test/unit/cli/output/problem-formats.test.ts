import assert from 'node:assert/strict';
import { posix, win32 } from 'node:path';
import { annotationPath, artifactUri, problemFormats } from '../../../../src/cli/output/problem-formats.ts';
import { SafeOutput } from '../../../../src/cli/output/safe-output.ts';
import { syntaxProblem } from '../../../../src/dataset/problem.ts';

function printed(parts: Iterable<string | SafeOutput>): string {
  return [...parts].map((part) => SafeOutput.of(part).text).join('');
}

describe('The problems of a file', () => {
  const problems = Array.from({ length: 1000 }, (_, index) => ({
    file: 'sales.dataset.json',
    problem: syntaxProblem(`The problem ${index}.`),
  }));

  for (const [name, format] of Object.entries(problemFormats)) {
    it(`are printed one after the other as ${name}, because all might not fit into memory`, () => {
      for (const part of format(problems, 1)) {
        const { text } = SafeOutput.of(part);
        assert.ok(text.length < 2000, text.slice(0, 100));
      }
    });

    it(`are all printed as ${name}, in their order`, () => {
      const text = printed(format(problems, 1));
      const found = [...text.matchAll(/The problem (\d+)\./g)].map(([, index]) => Number(index));
      assert.deepEqual(found, [...problems.keys()]);
      if (name === 'json' || name === 'sarif')
        assert.equal(`${JSON.stringify(JSON.parse(text), undefined, 2)}\n`, text);
    });

    it(`can be none as ${name}`, () => {
      const text = printed(format([], 1));
      const expected = {
        stylish: /^1 file: 0 errors, 0 warnings\n$/,
        json: /^\[\]\n$/,
        github: /^$/,
        sarif: /"results": \[\]\n/,
      };
      assert.match(text, expected[name as keyof typeof expected]);
    });
  }
});

describe('The URI of a file relative to the current folder of a drive', () => {
  it('is absolute, because no URI is relative to one', () => {
    const uri = artifactUri('C:samples\\x.json', win32);
    assert.match(uri, /^file:\/\/\/C:\//);
    assert.match(uri, /\/samples\/x\.json$/);
  });
});

describe('Paths in reports', () => {
  for (const [file, uri, annotation] of [
    ['sub\\50% a.json', 'sub/50%25%20a.json', 'sub/50% a.json'],
    ['sub\\a\ud800.json', 'sub/a%EF%BF%BD.json', 'sub/a\ud800.json'],
    ['.\\sub\\..\\a.json', 'a.json', './sub/../a.json'],
    ['C:\\work\\a b.json', 'file:///C:/work/a%20b.json', 'C:/work/a b.json'],
    ['C:/work/a.json', 'file:///C:/work/a.json', 'C:/work/a.json'],
    ['\\\\?\\C:\\work\\a.json', 'file:///C:/work/a.json', 'C:/work/a.json'],
    ['\\\\server\\share\\a.json', 'file://server/share/a.json', '//server/share/a.json'],
    ['//server/share/a.json', 'file://server/share/a.json', '//server/share/a.json'],
    ['\\\\?\\UNC\\server\\share\\a.json', 'file://server/share/a.json', '//server/share/a.json'],
  ] as const)
    it(`lead to ${file} on Windows`, () => {
      assert.equal(artifactUri(file, win32), uri);
      assert.equal(annotationPath(file, win32), annotation);
    });

  it('keep a backslash on other systems, where it is part of the name', () => {
    assert.equal(artifactUri('sub/a\\b.json', posix), 'sub/a%5Cb.json');
    assert.equal(annotationPath('sub/a\\b.json', posix), 'sub/a\\b.json');
    assert.equal(artifactUri('/work/a.json', posix), 'file:///work/a.json');
  });
});
