import assert from 'node:assert/strict';
import fc from 'fast-check';
import { validateText } from '../../../../src/dataset/document.ts';
import { codesOf, options, pointedAt } from '../marked.ts';

/** What a text's problems are and what they point at. */
async function told(text: string): Promise<string[]> {
  return (await validateText(text, 'json', options)).map(
    (problem) => `${problem.code} ${pointedAt(text, problem)}`,
  );
}

describe('a broken JSON document', () => {
  it('still has its other problems told', async () => {
    assert.deepEqual(
      await told(
        '{"name":"", // the name\n"tables":[{"name":"T","columns":[{"name":"a","dataType":"strin",}]}]}',
      ),
      ['empty-name ""', 'syntax // the name', 'unknown-data-type "strin"', 'syntax ,'],
    );
  });

  it('has duplicate keys and names told, and what they relate to', async () => {
    const text = '{"name":"d","name":"e","tables":[{"name":"T","columns":[]},{"name":"t" "columns":[]}]}';
    assert.deepEqual(await told(text), [
      'duplicate-key "name"',
      'no-columns []',
      'duplicate-table "t"',
      'syntax "',
      'no-columns []',
    ]);
  });

  it('does not miss what was not written properly', async () => {
    assert.deepEqual(
      await told('{"name":"d","tables":[{"name":"T","columns":[{"name":"a","dataType":Int64}]}]}'),
      ['syntax Int64'],
    );
    assert.deepEqual(
      await told('{name:"d","tables":[{"name":"T","columns":[{"name":"a","dataType":"bool"}]}]}'),
      ['syntax name'],
    );
    assert.deepEqual(await told('{"name":,"tables":7}'), ['syntax ,', 'wrong-type 7']);
    assert.deepEqual(await told('{"tables":7,"name"}'), ['wrong-type 7', 'syntax }']);
  });

  it('has told what stands after a comma too many', async () => {
    assert.deepEqual(
      await told('{"name":7,,"tables":[{"name":"T","columns":[]},,{"name":"t","columns":[]}]}'),
      ['wrong-type 7', 'syntax ,', 'no-columns []', 'syntax ,', 'duplicate-table "t"', 'no-columns []'],
    );
  });

  it('does not miss what was yet to be written', async () => {
    for (const text of [
      '{',
      '{"na',
      '{"name"',
      '{"name":',
      '{"name":"d',
      '{"name":"d","tables":[',
      '{"name":"d","tables":[{',
    ]) {
      assert.deepEqual(new Set(await codesOf(text)), new Set(['syntax']), text);
    }
  });

  it('does not take a table for a column where a bracket is missing', async () => {
    assert.deepEqual(
      await codesOf(
        '{"name":"d","tables":[\n{"name":"T1","columns":[{"name":"a","dataType":"bool"} },\n{"name":"T2","columns":[]}\n]}',
      ),
      ['syntax'],
    );
    assert.deepEqual(
      await codesOf(
        '{"name":"d","tables":[{"name":"T1","columns":[ {"name":"T2","columns":[{"name":"a","dataType":"bool"}]} ]}',
      ),
      ['syntax'],
    );
  });

  it('has what stands before a wrong bracket told', async () => {
    assert.deepEqual(await told('{"name":" d","x":1,"tables":[}'), [
      'untidy-name " d"',
      'unknown-property "x"',
      'syntax }',
    ]);
  });

  it('is no danger when it is nested deeply', async () => {
    assert.deepEqual(await codesOf('{"x":'.repeat(1_000_000)), ['unknown-property', 'syntax']);
    assert.deepEqual(await codesOf('['.repeat(1_000_000)), ['syntax']);
  });

  it('never throws, and always tells a syntax problem', async () => {
    const valid = '{"name":"d","tables":[{"name":"T","columns":[{"name":"a","dataType":"Int64"}]}]}';
    await fc.assert(
      fc.asyncProperty(
        fc.nat(valid.length),
        fc.nat(4),
        fc.constantFrom('', '{', '"', ',', ']', "'", '//'),
        async (at, cut, insert) => {
          const text = valid.slice(0, at) + insert + valid.slice(at + cut);
          let broken = false;
          try {
            JSON.parse(text);
          } catch {
            broken = true;
          }
          assert.equal((await codesOf(text)).includes('syntax'), broken);
        },
      ),
      { numRuns: 500 },
    );
  });
});
