import assert from 'node:assert/strict';
import { bodyContentHash } from '../../../../src/submission/journal/entry.ts';
import { MemoryJournal } from '../../../../src/submission/journal/memory-journal.ts';
import { bytes, created, draft } from './journal-fixture.ts';

describe('The journal in memory', () => {
  const body = bytes('{}');
  const intent = {
    document: draft.document,
    contentHash: bodyContentHash(body),
    requestUrl: draft.requestUrl,
  };

  it('returns entries and outcomes, without the response', async () => {
    const journal = new MemoryJournal();
    const begun = await journal.begin(draft, body);
    assert.ok(begun.ok);
    const outcomes = async () => {
      const related = await journal.related(intent);
      return related.ok ? related.value.map(({ state }) => state.kind) : [];
    };
    assert.deepEqual(await outcomes(), ['in-flight']);
    assert.deepEqual(await journal.conclude(begun.value.id, created), { ok: true, value: undefined });
    assert.deepEqual(await outcomes(), ['created']);
    const related = await journal.related(intent);
    assert.ok(related.ok && !JSON.stringify(related.value).includes('d-1"}'));
  });

  it('finds entries with the same document or content at the same URL, except the given ones', async () => {
    const journal = new MemoryJournal();
    const begun = await journal.begin(draft, body);
    assert.ok(begun.ok);
    const found = async (change: Partial<typeof intent>, except: readonly string[] = []) => {
      const related = await journal.related({ ...intent, ...change }, except);
      return related.ok && related.value.length === 1;
    };
    assert.ok(await found({ contentHash: 'another' }));
    assert.ok(await found({ document: 'file:///another.dataset.json' }));
    assert.ok(!(await found({ document: 'file:///another.dataset.json', contentHash: 'another' })));
    assert.ok(!(await found({ requestUrl: 'https://elsewhere.example/' })));
    assert.ok(!(await found({}, [begun.value.id])));
  });

  it('returns the newest entry first, as the journal in a folder does', async () => {
    const journal = new MemoryJournal();
    for (let count = 0; count < 8; count++) await journal.begin(draft, body);
    const related = await journal.related(intent);
    const ids = related.ok ? related.value.map(({ entry }) => entry.id) : [];
    assert.deepEqual(ids, ids.toSorted().toReversed());
    assert.equal(ids.length, 8);
  });

  it('does not record outcomes of entries that it did not begin', async () => {
    assert.equal((await new MemoryJournal().conclude('none', created)).ok, false);
  });
});
