import assert from 'node:assert/strict';
import { isBehind, isOutdated, readNote, writtenNote } from '../../../../src/identity/identity-session.ts';

/** A note of these turns, one after the other. */
const noteOf = (...turns: { readonly id?: string; readonly revision: number }[]) =>
  turns.reduce((note, turn) => readNote(writtenNote(note, turn)), readNote(undefined));

describe('The note about a session that windows share', () => {
  it('shows that the same sign-in was renewed, even after others', () => {
    const note = noteOf({ id: 'a', revision: 2 }, { id: 'b', revision: 3 });
    assert.ok(isOutdated(note, { id: 'a', revision: 1 }));
    assert.ok(!isOutdated(note, { id: 'a', revision: 2 }));
    assert.ok(!isOutdated(note, { id: 'c', revision: 1 }));
  });

  it('shows that there is a newer revision, even of another sign-in', () => {
    const note = noteOf({ id: 'a', revision: 2 }, { id: 'b', revision: 3 });
    assert.ok(isBehind(note, { id: 'a', revision: 2 }));
    assert.ok(!isBehind(note, { id: 'b', revision: 3 }));
  });

  it('supports sign-ins of earlier versions, which have no ID', () => {
    assert.ok(isOutdated(noteOf({ revision: 2 }), { revision: 1 }));
  });

  it('remembers the last eight sign-ins', () => {
    const turns = Array.from({ length: 9 }, (_, index) => ({ id: `${index}`, revision: index }));
    const again = { id: '1', revision: 10 };
    assert.deepEqual([...noteOf(...turns, again).keys()], ['2', '3', '4', '5', '6', '7', '8', '1']);
  });

  it('is empty if there is none, or an earlier version wrote it', () => {
    for (const text of [undefined, '', '1767225600000', '{', '{"a":1}', '[1,["a"],["a","1"]]'])
      assert.equal(readNote(text).size, 0, text);
  });
});
