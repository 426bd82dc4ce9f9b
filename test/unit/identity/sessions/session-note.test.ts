import assert from 'node:assert/strict';
import {
  isBehind,
  isOutdated,
  readNote,
  writtenNote,
} from '../../../../src/identity/sessions/session-note.ts';

/** A note of these turns, one after the other. */
const noteOf = (...turns: { readonly id?: string; readonly revision: number }[]) =>
  turns.reduce((note, turn) => readNote(writtenNote(note, turn)), readNote(undefined));

describe('what windows pass on of a session', () => {
  it('tells that the same sign-in has gone on, also after others', () => {
    const note = noteOf({ id: 'a', revision: 2 }, { id: 'b', revision: 3 });
    assert.ok(isOutdated(note, { id: 'a', revision: 1 }));
    assert.ok(!isOutdated(note, { id: 'a', revision: 2 }));
    assert.ok(!isOutdated(note, { id: 'c', revision: 1 }));
  });

  it('tells that there is something newer, be it of another sign-in', () => {
    const note = noteOf({ id: 'a', revision: 2 }, { id: 'b', revision: 3 });
    assert.ok(isBehind(note, { id: 'a', revision: 2 }));
    assert.ok(!isBehind(note, { id: 'b', revision: 3 }));
  });

  it('knows sign-ins from before they had an ID', () => {
    assert.ok(isOutdated(noteOf({ revision: 2 }), { revision: 1 }));
  });

  it('remembers the last eight sign-ins', () => {
    const turns = Array.from({ length: 9 }, (_, index) => ({ id: `${index}`, revision: index }));
    const again = { id: '1', revision: 10 };
    assert.deepEqual([...noteOf(...turns, again).keys()], ['2', '3', '4', '5', '6', '7', '8', '1']);
  });

  it('is empty where it was written by nobody, or by an earlier version', () => {
    for (const text of [undefined, '', '1767225600000', '{', '{"a":1}', '[1,["a"],["a","1"]]'])
      assert.equal(readNote(text).size, 0, text);
  });
});
