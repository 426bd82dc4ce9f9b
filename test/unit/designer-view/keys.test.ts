import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from '../../../scripts/repository.ts';
import type { Item } from '../../../src/designer/design.ts';
import { designerStrings } from '../../../src/designer/strings.ts';
import type { ReadOnlyReason } from '../../../src/designer/view-messages.ts';
import {
  type DesignerKey,
  designerKeys,
  menuItems,
  nameOfKey,
  shownKey,
} from '../../../src/designer-view/keys.ts';
import { stateOnOpen } from '../../../src/designer-view/state/view-state.ts';
import { designWith } from '../designer/documents.ts';

describe('The keys of the designer', () => {
  const rows: readonly DesignerKey[] = Object.values(designerKeys);

  it('are in the documentation', () => {
    const page = readFileSync(join(repositoryFolder, 'docs', 'designer.md'), 'utf8');
    const documented = [...page.matchAll(/^\| (<kbd>.*?) \| /gm)].map(([, keys]) => keys);
    const expected = rows.map(({ keys }) =>
      Object.keys(keys)
        .map((key) => `<kbd>${nameOfKey(key, false)}</kbd>`)
        .join(' '),
    );
    assert.deepEqual(documented, expected);
  });

  it('are each for one command', () => {
    const keys = rows.flatMap((row) => Object.keys(row.keys));
    assert.equal(new Set(keys).size, keys.length);
  });

  it('are in the menu of an item that they do something with', () => {
    const design = designWith({ A: ['x', 'y'], B: [] });
    const itemsOf = (active: Item, readOnly?: ReadOnlyReason) => {
      const document = { version: 1, readOnly, isEmpty: false, dataTypes: [] };
      const state = stateOnOpen(
        { kind: 'open', strings: designerStrings(), design: JSON.stringify(design), state: document },
        { active, query: '' },
      );
      return menuItems(state, false);
    };
    const labels = (...of: Parameters<typeof itemsOf>) =>
      itemsOf(...of).map(({ key, label }) => `${label}: ${key}`);
    assert.deepEqual(labels([0, 0]), [
      ...[
        'Rename: F2',
        'Change Data Type: T',
        'Add Column: Insert',
        'Add Table: Shift+Insert',
        'Cut: Ctrl+X',
      ],
      ...['Copy: Ctrl+C', 'Paste: Ctrl+V', 'Duplicate: Shift+Alt+↓', 'Go to Text: Enter', 'Remove: Delete'],
      'Move Down: Alt+↓',
    ]);
    const groups = itemsOf([0, 0]).map(({ group }) => group);
    assert.deepEqual(
      groups.filter((group, index) => group !== groups[index - 1]),
      ['change', 'add', 'clipboard', 'show', 'arrange'],
    );
    assert.ok(labels([1]).includes('Move Up: Alt+↑'));
    assert.deepEqual(labels([], { kind: 'read-only-file' }), ['Copy: Ctrl+C', 'Go to Text: Enter']);
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
