import assert from 'node:assert/strict';
import type { Design, Item } from '../../../../src/designer/design.ts';
import { parentOf } from '../../../../src/designer/design.ts';
import { designerStrings } from '../../../../src/designer/strings.ts';
import { updateBetween } from '../../../../src/designer/update.ts';
import type { DocumentState, FromView } from '../../../../src/designer/view-messages.ts';
import { Designer } from '../../../../src/designer-view/state/designer.ts';
import { firstIn, stepByTable, stepFrom } from '../../../../src/designer-view/state/navigation.ts';
import { stateOnOpen } from '../../../../src/designer-view/state/view-state.ts';
import { designWith } from '../../designer/documents.ts';

const editable: DocumentState = { version: 1, readOnly: undefined, isEmpty: false, dataTypes: ['string'] };
const broken: DocumentState = {
  ...editable,
  readOnly: { kind: 'syntax-error', message: 'Expected a comma.', line: 2 },
};

function opened(design: Design, state = editable) {
  const posted: FromView[] = [];
  const designer = new Designer(
    {
      post: (message) => posted.push(message),
      onChange: () => {},
      drawPicture: async () => undefined,
      focusSearch: () => {},
    },
    stateOnOpen(
      { kind: 'open', strings: designerStrings(), design: JSON.stringify(design), state },
      { active: [], query: '' },
    ),
  );
  const update = (next: Design, version: number, document = state) => {
    const before = designer.state.design ?? design;
    designer.receive({
      kind: 'update',
      update: updateBetween(before, next),
      state: { ...document, version },
    });
  };
  const changes = () => posted.filter(({ kind }) => kind === 'change');
  return { designer, posted, update, changes };
}

describe('The state of the designer', () => {
  it('steps through all items in the order of the document', () => {
    const { designer } = opened(designWith({ A: ['x', 'y'], B: [], C: ['z'] }));
    const seen = [designer.state.active];
    for (let step = 0; step < 7; step++) {
      designer.goTo((design, item) => stepFrom(design, item, 1));
      seen.push(designer.state.active);
    }
    assert.deepEqual(seen, [[], [0], [0, 0], [0, 1], [1], [2], [2, 0], [2, 0]]);
    for (let step = 0; step < 7; step++) designer.goTo((design, item) => stepFrom(design, item, -1));
    assert.deepEqual(designer.state.active, []);
  });

  it('selects all columns of the table, or all tables', () => {
    const { designer } = opened(designWith({ A: ['x', 'y'], B: ['z'] }));
    const selected = (active: Item) => {
      designer.activate(active);
      designer.selectAll();
      return designer.state.selected;
    };
    assert.deepEqual(selected([0, 1]), [
      [0, 0],
      [0, 1],
    ]);
    assert.deepEqual(designer.state.active, [0, 1]);
    assert.deepEqual(selected([1]), [[0], [1]]);
    assert.deepEqual(selected([]), [[0], [1]]);
    assert.deepEqual(opened(designWith({})).designer.state.selected, [[]]);
  });

  it('steps into and out of tables, and from table to table', () => {
    const { designer } = opened(designWith({ A: ['x', 'y'], B: ['z'] }));
    designer.goTo(firstIn);
    designer.goTo(firstIn);
    assert.deepEqual(designer.state.active, [0, 0]);
    designer.goTo((design, item) => stepByTable(design, item, 1));
    assert.deepEqual(designer.state.active, [1]);
    designer.goTo((design, item) => stepByTable(design, item, -1));
    designer.goTo((_design, item) => parentOf(item));
    assert.deepEqual(designer.state.active, []);
  });

  it('asks for a rename, and only if the name is another one', () => {
    const { designer, changes } = opened(designWith({ A: ['x'] }));
    designer.edit('name', [0, 0]);
    const edit = { item: [0, 0], field: 'name' } as const;
    designer.commitEdit(edit, 'x');
    assert.deepEqual(changes(), []);
    designer.edit('name', [0, 0]);
    designer.commitEdit(edit, 'y');
    assert.deepEqual(changes(), [
      { kind: 'change', change: { kind: 'rename', item: [0, 0], name: 'y' }, version: 1 },
    ]);
  });

  it("doesn't give what was typed in one field to the field that is edited next", () => {
    const { designer, changes } = opened(designWith({ A: ['x'] }));
    const name = { item: [0, 0], field: 'name' } as const;
    designer.edit('name', [0, 0]);
    designer.commitEdit(name, 'x', 'dataType');
    designer.commitEdit(name, 'x');
    assert.deepEqual(designer.state.editing, { item: [0, 0], field: 'dataType' });
    assert.deepEqual(changes(), []);
  });

  it('edits the name of what was added, and only then does what waits for it, in order', () => {
    const { designer, update } = opened(designWith({ A: ['x'] }));
    designer.activate([0, 0]);
    designer.addColumn();
    const seen: unknown[] = [];
    for (const key of ['a', 'b']) designer.requests.run(() => seen.push(key, designer.state.editing));
    assert.ok(designer.requests.isWaiting);
    update(designWith({ A: ['x', 'Column'] }), 2);
    assert.deepEqual(seen, []);
    designer.receive({ kind: 'changed' });
    const editing = { item: [0, 1], field: 'name' };
    assert.deepEqual(seen, ['a', editing, 'b', editing]);
    assert.deepEqual(designer.state.active, [0, 1]);
    assert.ok(!designer.requests.isWaiting);
  });

  it('selects several items of one list, and keeps them while they move', () => {
    const { designer, changes, update } = opened(designWith({ A: ['x', 'y', 'z'], B: ['v'] }));
    designer.activate([0, 0]);
    designer.extend(1);
    designer.extend(-1);
    designer.extend(-1);
    assert.deepEqual(designer.state.selected, [[0, 0]]);
    designer.extend(1);
    designer.moveBy(1);
    assert.deepEqual(changes().at(-1), {
      kind: 'change',
      change: {
        kind: 'move',
        items: [
          [0, 0],
          [0, 1],
        ],
        to: [0, 1],
      },
      version: 1,
    });
    update(designWith({ A: ['z', 'x', 'y'], B: ['v'] }), 2);
    designer.receive({ kind: 'changed' });
    const moved = [
      [0, 1],
      [0, 2],
    ];
    assert.deepEqual([designer.state.active, designer.state.selected], [[0, 2], moved]);
    // Not beyond the end, and not into another table.
    designer.moveBy(1);
    designer.extendTo([1, 0]);
    assert.equal(changes().length, 1);
    assert.deepEqual(designer.state.selected, [[1, 0]]);
  });

  it('adds items to the selection and takes them out, and changes the data type of all', () => {
    const { designer, changes } = opened(designWith({ A: ['x', 'y', 'z'] }));
    designer.activate([0, 2]);
    designer.toggle([0, 0]);
    designer.toggle([0, 1]);
    designer.toggle([0, 1]);
    const items = [
      [0, 0],
      [0, 2],
    ];
    assert.deepEqual(designer.state.selected, items);
    designer.edit('dataType');
    const { editing } = designer.state ?? {};
    assert.ok(editing);
    designer.commitEdit(editing, 'Int64');
    assert.deepEqual(changes(), [
      {
        kind: 'change',
        change: { kind: 'set-data-type', items, dataType: 'Int64' },
        version: 1,
      },
    ]);
  });

  it('edits the name of a dataset that it began', () => {
    const { designer, posted, update } = opened(designWith({}), { ...broken, isEmpty: true });
    designer.start();
    assert.deepEqual(posted, [{ kind: 'start' }]);
    update(designWith({}), 2, editable);
    designer.receive({ kind: 'changed' });
    assert.deepEqual(designer.state.editing, { item: [], field: 'name' });
  });

  it('waits for the quick fixes that a key asked for', () => {
    const design = designWith({ A: ['x'] });
    const problem = { field: 'name', code: 'empty-name', severity: 'error', message: 'Empty.' } as const;
    const { designer, posted } = opened({ ...design, dataset: { ...design.dataset, problems: [problem] } });
    designer.showProblems();
    assert.deepEqual(posted, [{ kind: 'get-fixes', item: [] }]);
    assert.ok(designer.requests.isWaiting);
    designer.receive({ kind: 'fixes', item: [], fixes: [{ id: 0, title: 'Fix' }] });
    assert.ok(!designer.requests.isWaiting);
    const popup = designer.state.popup;
    assert.deepEqual(popup?.kind === 'problems' && popup.fixes, [{ id: 0, title: 'Fix' }]);
  });

  it('keeps the problems and their fixes open until the document or its problems change', () => {
    const problem = { field: 'name', code: 'empty-name', severity: 'error', message: 'Empty.' } as const;
    const design = { ...designWith({ A: ['x'] }), dataset: { name: '', problems: [problem] } };
    const isOpenAfter = (next: Design, version: number) => {
      const { designer, update } = opened(design);
      designer.showProblems();
      designer.receive({ kind: 'fixes', item: [], fixes: [{ id: 0, title: 'Fix' }] });
      update(next, version);
      return designer.state.popup !== undefined;
    };
    assert.ok(isOpenAfter(structuredClone(design), 1));
    assert.ok(!isOpenAfter(structuredClone(design), 2));
    assert.ok(!isOpenAfter({ ...design, dataset: { name: '', problems: [] } }, 1));
  });

  it('makes one change after another, each of the result of the one before', () => {
    const { designer, changes, update } = opened(designWith({ A: ['x', 'y', 'z'] }));
    designer.activate([0, 0]);
    designer.moveBy(1);
    designer.moveBy(1);
    assert.equal(changes().length, 1);
    update(designWith({ A: ['y', 'x', 'z'] }), 2);
    designer.receive({ kind: 'changed' });
    assert.deepEqual(changes().at(-1), {
      kind: 'change',
      change: { kind: 'move', items: [[0, 1]], to: [0, 2] },
      version: 2,
    });
  });

  it('drops what waits for a change that fails, and announces why', () => {
    const { designer, changes } = opened(designWith({ A: ['x', 'y', 'z'] }));
    designer.activate([0, 0]);
    designer.moveBy(1);
    designer.remove();
    designer.receive({ kind: 'changed', failure: 'The document has changed.' });
    assert.equal(changes().length, 1);
    assert.equal(designer.state.announcement.text, 'The document has changed.');
  });

  it('edits the value that a quick fix put there', () => {
    const { designer, posted } = opened(designWith({ A: ['x'] }));
    designer.activate([0, 0]);
    designer.applyFix(3);
    assert.deepEqual(posted.at(-1), { kind: 'apply-fix', id: 3 });
    designer.receive({ kind: 'changed', edit: { item: [0, 0], field: 'dataType' } });
    assert.deepEqual(designer.state.editing, { item: [0, 0], field: 'dataType' });
  });

  it('cuts all that is selected, and then selects what follows', () => {
    const { designer, posted, update } = opened(designWith({ A: ['x', 'y', 'z'] }));
    designer.activate([0, 0]);
    designer.extend(1);
    designer.cut();
    const items: Item[] = [
      [0, 0],
      [0, 1],
    ];
    assert.deepEqual(posted.at(-1), { kind: 'cut', items, version: 1 });
    update(designWith({ A: ['z'] }), 2);
    designer.receive({ kind: 'changed' });
    assert.deepEqual(designer.state.active, [0, 0]);
  });

  it('selects what it has pasted, and says so', () => {
    const { designer, posted, update } = opened(designWith({ A: ['x'] }));
    designer.activate([0]);
    designer.paste();
    assert.deepEqual(posted.at(-1), { kind: 'paste', item: [0], version: 1 });
    update(designWith({ A: ['x', 'y', 'z'] }), 2);
    designer.receive({ kind: 'changed', pasted: { first: [0, 1], count: 2 } });
    assert.deepEqual(designer.state.active, [0, 1]);
    assert.equal(designer.state.announcement.text, 'Pasted 2 columns.');
  });

  it('copies from what is read-only, and neither cuts nor pastes there', () => {
    const readOnly = opened(designWith({ A: ['x'] }), broken);
    readOnly.designer.paste();
    readOnly.designer.activate([0, 0]);
    readOnly.designer.cut();
    readOnly.designer.copy();
    assert.deepEqual(
      readOnly.posted.map(({ kind }) => kind),
      ['select', 'copy'],
    );
  });

  it('changes nothing while the document has a syntax error', () => {
    const { designer, posted } = opened(designWith({ A: ['x'] }), broken);
    designer.activate([0, 0]);
    designer.edit('name');
    designer.addColumn();
    designer.addTable();
    designer.remove();
    designer.duplicate();
    designer.moveBy(1);
    assert.equal(designer.state.editing, undefined);
    assert.deepEqual(posted, [{ kind: 'select', item: [0, 0] }]);
  });

  it('selects the first match from the active item on, then the next ones', () => {
    const { designer } = opened(designWith({ Order: ['ID'], Line: ['OrderID'], Other: [] }));
    designer.activate([1]);
    designer.search('order');
    assert.deepEqual(designer.state.active, [1, 0]);
    designer.stepToMatch(1);
    assert.deepEqual(designer.state.active, [0]);
    designer.stepToMatch(-1);
    assert.deepEqual(designer.state.active, [1, 0]);
  });

  it('keeps the selected item when tables before it are added or removed elsewhere', () => {
    const { designer, update } = opened(designWith({ A: ['x'], C: ['y'] }));
    designer.activate([1, 0]);
    update(designWith({ A: ['x'], B: [], C: ['y'] }), 2);
    assert.deepEqual(designer.state.active, [2, 0]);
  });

  it('keeps the selected and the edited column when others of its table are added or removed elsewhere', () => {
    const { designer, changes, update } = opened(designWith({ A: ['x', 'y', 'z'] }));
    designer.activate([0, 1]);
    designer.extend(1);
    update(designWith({ A: ['v', 'w', 'x', 'y', 'z'] }), 2);
    const { active, selected } = designer.state;
    assert.deepEqual(
      [active, selected],
      [
        [0, 4],
        [
          [0, 3],
          [0, 4],
        ],
      ],
    );
    designer.edit('name', [0, 3]);
    update(designWith({ A: ['w', 'x', 'y', 'z'] }), 3);
    const { editing } = designer.state;
    assert.ok(editing);
    designer.commitEdit(editing, 'typed');
    assert.deepEqual(changes(), [
      { kind: 'change', change: { kind: 'rename', item: [0, 2], name: 'typed' }, version: 3 },
    ]);
  });

  it('edits no other item when the edited one is removed elsewhere', () => {
    const isEdited = (item: Item, next: Design) => {
      const { designer, update } = opened(designWith({ A: ['x', 'y'], B: ['z'] }));
      designer.edit('name', item);
      update(next, 2);
      return designer.state.editing !== undefined;
    };
    assert.ok(isEdited([1], designWith({ A: ['x'], B: ['z'] })));
    assert.ok(!isEdited([0, 0], designWith({ A: ['y'], B: ['z'] })));
    assert.ok(!isEdited([1], designWith({ A: ['x', 'y'] })));
  });
});
