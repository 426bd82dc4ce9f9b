import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Result } from '../../../../../src/result.ts';
import {
  bodyOf,
  formatEntry,
  formatOutcome,
  parseEntry,
  parseFact,
} from '../../../../../src/submission/journal/directory/entry-format.ts';
import { type JournalEntry, newEntryId, sha256 } from '../../../../../src/submission/journal/entry.ts';
import { bytes, created, draft, identity } from '../journal-fixture.ts';

const moment = new Date('2025-01-02T03:04:05.678Z');
const id = newEntryId(moment, new Uint8Array([1, 2, 3, 4, 5, 6, 7, 255]));

function entryOf(body: Uint8Array): JournalEntry {
  return {
    id,
    begunAt: moment.toISOString(),
    ...draft,
    body: { sha256: sha256(body), contentSha256: sha256(body), length: body.length },
    owner: identity(1),
  };
}

describe('The file format of the journal', () => {
  it('has IDs that sort by time', () => {
    assert.equal(id, '20250102T030405678Z-01020304050607ff');
  });

  it('reads each head and body as they were written', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (body) => {
        const file = formatEntry(entryOf(body), body);
        assert.deepEqual(Buffer.from(bodyOf(file)), Buffer.from(body));
        assert.deepEqual(parseEntry(id, file, file.length), { ok: true, value: entryOf(body) });
      }),
    );
  });

  it('recognizes an entry that was cut at any offset', () => {
    const body = bytes('{"name":"sales",\n"tables":[]}');
    const file = formatEntry(entryOf(body), body);
    for (let length = 0; length < file.length; length++)
      assert.equal(failureOf(parseEntry(id, file.subarray(0, length), length))?.kind, 'damaged');
  });

  it('never throws for any content of a file', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), fc.json().map(bytes)), (noise) => {
        const line = Buffer.concat([noise, bytes('\n')]);
        assert.equal(parseEntry(id, line, line.length).ok, false);
        assert.equal(parseFact('outcome', noise).ok, false);
        assert.equal(parseFact('settled', noise).ok, false);
      }),
    );
  });

  it('finds each field that is missing or has the wrong type', () => {
    const body = bytes('{}');
    const { version, ...entry } = { version: 1, ...entryOf(body) };
    for (const field of Object.keys(entry)) {
      for (const value of [undefined, 7.5, null]) {
        const head = JSON.stringify({ version, ...entry, [field]: value });
        const file = Buffer.concat([bytes(`${head}\n`), body]);
        assert.equal(failureOf(parseEntry(id, file, file.length))?.kind, 'damaged', field);
      }
    }
  });

  it('recognizes the format of a later version', () => {
    const later = bytes('{"version":2,"shape":"new"}\n');
    assert.deepEqual(failureOf(parseEntry(id, later, later.length)), { kind: 'newer', version: 2 });
    assert.deepEqual(failureOf(parseFact('outcome', later)), { kind: 'newer', version: 2 });
  });

  it('rejects an outcome as another kind of fact', () => {
    const fact = formatOutcome(moment.toISOString(), created);
    assert.ok(parseFact('outcome', fact).ok);
    assert.equal(failureOf(parseFact('settled', fact))?.kind, 'damaged');
  });

  it('rejects an entry in the file of another', () => {
    const body = bytes('{}');
    const file = formatEntry(entryOf(body), body);
    const other = newEntryId(moment, new Uint8Array(8));
    assert.equal(failureOf(parseEntry(other, file, file.length))?.kind, 'damaged');
  });
});

function failureOf<Failure>(result: Result<unknown, Failure>): Failure | undefined {
  return result.ok ? undefined : result.failure;
}
