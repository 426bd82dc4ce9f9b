import assert from 'node:assert/strict';
import type { Design } from '../../../../src/designer/design.ts';
import type { DocumentState, FromView } from '../../../../src/designer/messages.ts';
import { designerStrings } from '../../../../src/designer/strings.ts';
import { updateBetween } from '../../../../src/designer/update.ts';
import { Designer } from '../../../../src/designer-view/state/designer.ts';
import { designWith } from '../../designer/documents.ts';

const editable: DocumentState = { version: 1, readOnly: undefined, isEmpty: false, dataTypes: ['string'] };
const broken: DocumentState = {
  ...editable,
  readOnly: { kind: 'syntax-error', message: 'Expected a comma.', line: 2 },
};

function opened(design: Design, state = editable) {
  const posted: FromView[] = [];
  const designer = new Designer({
    post: (message) => posted.push(message),
    onChange: () => {},
    drawPicture: async () => undefined,
  });
  designer.receive({ kind: 'open', strings: designerStrings(), design: JSON.stringify(design), state });
  const update = (next: Design, version: number) => {
    const before = designer.state?.design ?? design;
    designer.receive({
      kind: 'update',
      update: updateBetween(before, next),
      state: { ...state, version },
    });
  };
  const changes = () => posted.filter(({ kind }) => kind === 'change');
  return { designer, posted, update, changes };
}

describe('The state of the designer', () => {
  it('steps through all items in the order of the document', () => {
    const { designer } = opened(designWith({ A: ['x', 'y'], B: [], C: ['z'] }));
    const seen = [designer.state?.active];
    for (let step = 0; step < 7; step++) {
      designer.step(1);
      seen.push(designer.state?.active);
    }
    assert.deepEqual(seen, [[], [0], [0, 0], [0, 1], [1], [2], [2, 0], [2, 0]]);
    for (let step = 0; step < 7; step++) designer.step(-1);
    assert.deepEqual(designer.state?.active, []);
  });

  it('steps into and out of tables, and from table to table', () => {
    const { designer } = opened(designWith({ A: ['x', 'y'], B: ['z'] }));
    designer.stepIn();
    designer.stepIn();
    assert.deepEqual(designer.state?.active, [0, 0]);
    designer.stepTable(1);
    assert.deepEqual(designer.state?.active, [1]);
    designer.stepTable(-1);
    designer.stepOut();
    assert.deepEqual(designer.state?.active, []);
  });

  it('asks for a rename, and only if the name is another one', () => {
    const { designer, changes } = opened(designWith({ A: ['x'] }));
    designer.edit('name', [0, 0]);
    designer.commitEdit('x');
    assert.deepEqual(changes(), []);
    designer.edit('name', [0, 0]);
    designer.commitEdit('y');
    assert.deepEqual(changes(), [
      { kind: 'change', change: { kind: 'rename', item: [0, 0], name: 'y' }, version: 1 },
    ]);
  });

  it('edits the name of what was added, with the characters that were typed meanwhile', () => {
    const { designer, update } = opened(designWith({ A: ['x'] }));
    designer.activate([0, 0]);
    designer.addColumn();
    assert.ok(designer.typeAhead('P'));
    assert.ok(designer.typeAhead('r'));
    update(designWith({ A: ['x', 'Column'] }), 2);
    designer.receive({ kind: 'changed' });
    assert.deepEqual(designer.state?.active, [0, 1]);
    assert.deepEqual(designer.state?.editing, { item: [0, 1], field: 'name', typed: 'Pr' });
    assert.equal(designer.typeAhead('i'), false);
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
      change: { kind: 'move', item: [0, 1], to: 2 },
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
    assert.equal(designer.state?.announcement, 'The document has changed.');
  });

  it('edits the value that a quick fix put there', () => {
    const { designer, posted } = opened(designWith({ A: ['x'] }));
    designer.activate([0, 0]);
    designer.applyFix(3);
    assert.deepEqual(posted.at(-1), { kind: 'apply-fix', id: 3, version: 1 });
    designer.receive({ kind: 'changed', edit: { item: [0, 0], field: 'dataType' } });
    assert.deepEqual(designer.state?.editing, { item: [0, 0], field: 'dataType' });
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
    assert.equal(designer.state?.editing, undefined);
    assert.deepEqual(posted, [{ kind: 'select', item: [0, 0] }]);
  });

  it('selects the first match from the active item on, then the next ones', () => {
    const { designer } = opened(designWith({ Order: ['ID'], Line: ['OrderID'], Other: [] }));
    designer.activate([1]);
    designer.search('order');
    assert.deepEqual(designer.state?.active, [1, 0]);
    designer.stepToMatch(1);
    assert.deepEqual(designer.state?.active, [0]);
    designer.stepToMatch(-1);
    assert.deepEqual(designer.state?.active, [1, 0]);
  });

  it('keeps the selected item when tables before it are added or removed elsewhere', () => {
    const { designer, update } = opened(designWith({ A: ['x'], C: ['y'] }));
    designer.activate([1, 0]);
    update(designWith({ A: ['x'], B: [], C: ['y'] }), 2);
    assert.deepEqual(designer.state?.active, [2, 0]);
  });
});
