import assert from 'node:assert/strict';
import { posix, resolve, win32 } from 'node:path';
import { asNamedHere, folderPrefix, withoutDevicePrefix } from '../../../src/cli/file-paths.ts';
import { splitPattern } from '../../../src/cli/input/find-files.ts';

describe('The folders that a glob begins with', () => {
  for (const [glob, folder, pattern] of [
    ['*.json', '', '*.json'],
    ['.\\*.json', '', '*.json'],
    ['sub\\deep\\*.json', 'sub/deep/', '*.json'],
    ['sub\\..\\other\\**\\*.json', 'other/', '**/*.json'],
    ['D:\\data\\*.json', 'D:/data/', '*.json'],
    ['d:/Data/**/x/*.json', 'd:/Data/', '**/x/*.json'],
    ['D:\\*.json', 'D:/', '*.json'],
    ['D:*.json', 'D:./', '*.json'],
    ['C:\\Program Files (x86)\\App\\*.json', 'C:/Program Files (x86)/App/', '*.json'],
    ['C:\\work\\[id]\\*.json', 'C:/work/[id]/', '*.json'],
    ['C:\\*\\Program Files (x86)\\*.json', 'C:/', '*/Program Files (x86)/*.json'],
    ['\\\\server\\share\\*.json', '//server/share/', '*.json'],
    ['\\\\server\\share\\sub\\*.json', '//server/share/sub/', '*.json'],
    ['\\\\?\\C:\\data\\*.json', 'C:/data/', '*.json'],
    ['\\\\?\\UNC\\server\\share\\sub\\*.json', '//server/share/sub/', '*.json'],
    ['{a/b,c}\\*.json', '', '{a/b,c}/*.json'],
  ] as const)
    it(`are ${folder || 'none'} in ${glob} on Windows`, () => {
      assert.deepEqual(splitPattern(glob, win32), { folder, pattern });
    });

  for (const [glob, folder, pattern] of [
    ['*.json', '', '*.json'],
    ['/data/sub/**/*.json', '/data/sub/', '**/*.json'],
    ['../other/*.json', '../other/', '*.json'],
    ['app (1)/*.json', 'app (1)/', '*.json'],
  ] as const)
    it(`are ${folder || 'none'} in ${glob} elsewhere`, () => {
      assert.deepEqual(splitPattern(glob, posix), { folder, pattern });
    });
});

describe('The paths of the files in a folder', () => {
  for (const [folder, prefix] of [
    ['C:', 'C:./'],
    ['c:\\', 'c:/'],
    ['C:sub', 'C:sub/'],
    ['\\\\?\\C:\\data', 'C:/data/'],
    ['.\\sub\\', 'sub/'],
    ['.', ''],
  ] as const)
    it(`begin with "${prefix}" for ${folder} on Windows`, () =>
      assert.equal(folderPrefix(folder, win32), prefix));

  it('begin with a name that contains a colon on other systems', () =>
    assert.equal(folderPrefix('C:', posix), 'C:/'));
});

describe('A path with a device prefix', () => {
  for (const [file, plain] of [
    ['\\\\?\\C:\\a.json', 'C:\\a.json'],
    ['//?/c:/a.json', 'c:/a.json'],
    ['\\\\?\\UNC\\server\\share\\a.json', '\\\\server\\share\\a.json'],
    ['\\\\.\\C:\\a.json', 'C:\\a.json'],
    ['\\\\.\\pipe\\a', '\\\\.\\pipe\\a'],
    ['\\\\?\\Volume{b75e2c83}\\a.json', '\\\\?\\Volume{b75e2c83}\\a.json'],
    ['\\\\server\\share\\a.json', '\\\\server\\share\\a.json'],
  ] as const)
    it(`is ${plain} for ${file}`, () => assert.equal(withoutDevicePrefix(file, win32), plain));

  it("doesn't exist on other systems", () => {
    assert.equal(withoutDevicePrefix('//?/C:/a.json', posix), '//?/C:/a.json');
  });
});

describe('The path of a folder in reports', () => {
  for (const path of ['..data', '..', '../data', '.', 'data/..data'])
    it(`is relative if it is in the current folder: ${path}`, () => {
      const absolute = resolve(path);
      const isInside = !['..', '../data'].includes(path);
      const expected = path === '.' ? '' : path;
      assert.equal(asNamedHere(absolute), isInside ? expected : absolute);
    });
});
