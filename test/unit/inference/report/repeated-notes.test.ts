import assert from 'node:assert/strict';
import { takeRepeatedNotes } from '../../../../src/inference/report/repeated-notes.ts';
import { tryInfer } from '../infer-text.ts';

const jsonNote = 'No data type corresponds to jsonb, so its values are read as text.';

async function separate(sql: string) {
  const inferred = await tryInfer(sql, { fileName: 'erp.sql' });
  assert.ok(inferred.ok);
  const { repeated, tables } = takeRepeatedNotes(inferred.value);
  const left = tables.flatMap(({ columns }) => columns.flatMap(({ name, notes }) => notes.map(() => name)));
  return { repeated, left, columns: tables.map(({ columns }) => columns.length) };
}

describe('What is noted about several tables in the same words', () => {
  it('is said once, with the columns that it is about', async () => {
    const sql =
      'CREATE TABLE a (id INT, j jsonb); CREATE TABLE b (k jsonb, l int[]); CREATE TABLE c (id INT);';
    assert.deepEqual(await separate(sql), {
      repeated: [{ text: jsonNote, names: ['a.j', 'b.k'] }],
      left: ['l'],
      columns: [2, 2, 1],
    });
  });

  it('stays with its table if only one has it, several times as well', async () => {
    const { repeated, left } = await separate('CREATE TABLE a (j jsonb, k jsonb); CREATE TABLE b (id INT);');
    assert.deepEqual(repeated, []);
    assert.deepEqual(left, ['j', 'k']);
  });
});
