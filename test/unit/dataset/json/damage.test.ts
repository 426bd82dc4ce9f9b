import assert from 'node:assert/strict';
import fc from 'fast-check';
import { caseCount } from '../../../../scripts/testing/random-cases.ts';
import { validateText } from '../../../../src/dataset/document.ts';
import { codesOf, options, pointedAt } from '../marked.ts';

/** The codes of a text's problems and what they point at. */
async function problemsOf(text: string): Promise<string[]> {
  return (await validateText(text, 'json', options)).map(
    (problem) => `${problem.code} ${pointedAt(text, problem)}`,
  );
}

describe('A broken JSON document', () => {
  it('still reports other problems', async () => {
    assert.deepEqual(
      await problemsOf(
        '{"name":"", // the name\n"tables":[{"name":"T","columns":[{"name":"a","dataType":"strin",}]}]}',
      ),
      ['empty-name ""', 'syntax // the name', 'unknown-data-type "strin"', 'syntax ,'],
    );
  });

  it('reports duplicate keys and names', async () => {
    const text = '{"name":"d","name":"e","tables":[{"name":"T","columns":[]},{"name":"t" "columns":[]}]}';
    assert.deepEqual(await problemsOf(text), [
      'duplicate-key "name"',
      'no-columns []',
      'duplicate-table "t"',
      'syntax "',
      'no-columns []',
    ]);
  });

  it('does not report values as missing that have errors', async () => {
    assert.deepEqual(
      await problemsOf('{"name":"d","tables":[{"name":"T","columns":[{"name":"a","dataType":Int64}]}]}'),
      ['syntax Int64'],
    );
    assert.deepEqual(
      await problemsOf('{name:"d","tables":[{"name":"T","columns":[{"name":"a","dataType":"bool"}]}]}'),
      ['syntax name'],
    );
    assert.deepEqual(await problemsOf('{"name":,"tables":7}'), ['syntax ,', 'wrong-type 7']);
    assert.deepEqual(await problemsOf('{"tables":7,"name"}'), ['wrong-type 7', 'syntax }']);
  });

  it('reports problems after an extra comma', async () => {
    assert.deepEqual(
      await problemsOf('{"name":7,,"tables":[{"name":"T","columns":[]},,{"name":"t","columns":[]}]}'),
      ['wrong-type 7', 'syntax ,', 'no-columns []', 'syntax ,', 'duplicate-table "t"', 'no-columns []'],
    );
  });

  it('does not report what is not typed yet', async () => {
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

  it('does not mistake a table for a column if a bracket is missing', async () => {
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

  it('reports problems before a wrong bracket', async () => {
    assert.deepEqual(await problemsOf('{"name":" d","x":1,"tables":[}'), [
      'untidy-name " d"',
      'unknown-property "x"',
      'syntax }',
    ]);
  });

  it('can be nested to any depth', async () => {
    assert.deepEqual(await codesOf('{"x":'.repeat(200_000)), ['unknown-property', 'syntax']);
    assert.deepEqual(await codesOf('['.repeat(200_000)), ['syntax']);
  });

  it('always has a syntax problem, and never throws', async () => {
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
      { numRuns: caseCount(500) },
    );
  });
});
