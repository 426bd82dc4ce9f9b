import assert from 'node:assert/strict';
import { outputFile } from '../../../../src/cli/output/output-file.ts';

describe('The file of --output', () => {
  it('is standard output for -', () => {
    assert.equal(outputFile('-'), undefined);
    assert.equal(outputFile('x.json'), 'x.json');
  });

  it("can't be a name on Windows that no program can delete", () => {
    for (const name of ['NUL', 'con', 'a\\Aux.json', 'c:/x/COM1.dataset.json', 'x.json.', 'x.json '])
      assert.throws(() => outputFile(name, 'win32'), /Choose another name/, name);
    for (const name of ['console.json', 'a\\null.json', '.\\x.json'])
      assert.equal(outputFile(name, 'win32'), name);
    assert.equal(outputFile('NUL', 'linux'), 'NUL');
  });
});
