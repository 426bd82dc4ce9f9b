import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from '../../../scripts/repository.ts';
import { type DesignerKey, designerKeys, nameOfKey, shownKey } from '../../../src/designer-view/keys.ts';

describe('The keys of the designer', () => {
  const rows: readonly DesignerKey[] = Object.values(designerKeys);

  it('are in the documentation', () => {
    const page = readFileSync(join(repositoryFolder, 'docs', 'designer.md'), 'utf8');
    const documented = page.split('\n').filter((line) => line.startsWith('| <kbd>'));
    const expected = rows.map(({ keys, documentation }) => {
      const names = Object.keys(keys).map((key) => `<kbd>${nameOfKey(key, false)}</kbd>`);
      return `| ${names.join(' ')} | ${documentation} |`;
    });
    assert.deepEqual(documented, expected);
  });

  it('are each for one command', () => {
    const keys = rows.flatMap((row) => Object.keys(row.keys));
    assert.equal(new Set(keys).size, keys.length);
  });

  it('have the names that are on the keyboard', () => {
    const { addColumn, addTable, remove, move, showProblems, duplicate } = designerKeys;
    const shown = [addColumn, addTable, remove, move, showProblems, duplicate];
    assert.deepEqual(
      shown.map((key) => shownKey(key, false)),
      ['Insert', 'Shift+Insert', 'Delete', 'Alt+↑↓', 'Ctrl+.', 'Shift+Alt+↓'],
    );
    assert.deepEqual(
      shown.map((key) => shownKey(key, true)),
      ['⌘↩', '⌘⇧↩', '⌘⌫', '⌥↑↓', '⌘.', '⇧⌥↓'],
    );
  });
});
