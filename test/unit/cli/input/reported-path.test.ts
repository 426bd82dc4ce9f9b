import assert from 'node:assert/strict';
import { posix, win32 } from 'node:path';
import { annotationPath, artifactUri } from '../../../../src/cli/input/reported-path.ts';

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
