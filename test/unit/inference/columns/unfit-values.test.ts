import assert from 'node:assert/strict';
import type { UnfitValues } from '../../../../src/inference/columns/unfit-values.ts';
import type { NarrowType } from '../../../../src/inference/values/data-types.ts';
import { type TextOptions, tryInfer } from '../infer-text.ts';

/** The values of the column `value` that don't fit a type. */
async function unfit(
  text: string,
  type: NarrowType,
  options: TextOptions = {},
): Promise<Omit<UnfitValues, 'listed'> | undefined> {
  const result = await tryInfer(text, { expected: [{ table: 't', name: 'Value', type }], ...options });
  assert.ok(result.ok, `failed: ${JSON.stringify(result)}`);
  const column = result.value[0]?.columns.find(({ name }) => name.toLowerCase() === 'value');
  assert.ok(column?.unfit);
  const found = column.unfit[type];
  if (!found) return undefined;
  const { listed: _listed, ...facts } = found;
  return facts;
}

const csv = (...values: readonly string[]) =>
  `value,other\n${values.map((value) => `${value},x\n`).join('')}`;
const semicolons = (...values: readonly string[]) =>
  csv(...values.map((value) => value))
    .replaceAll(',x\n', ';x\n')
    .replace('value,', 'value;');

describe('Values that do not fit a data type', () => {
  it('are counted, with the first one', async () => {
    const many = Array.from({ length: 500 }, (_, index) =>
      index % 100 === 42 ? `0${index}` : String(index),
    );
    assert.deepEqual(await unfit(csv(...many), 'Int64'), {
      count: 5,
      first: { row: 43, line: 44, value: '042' },
    });
  });

  it('are none where all fit, also where the column has a narrower type or no values', async () => {
    assert.equal(await unfit(csv('1', '', '2'), 'Int64'), undefined);
    assert.equal(await unfit(csv('1', '', '2'), 'fraction'), undefined);
    assert.equal(await unfit(csv('1', '2.5', '1e-5'), 'fraction'), undefined);
    assert.equal(await unfit(csv('123456789012345678901234567890', '2'), 'fraction'), undefined);
    assert.equal(await unfit(csv('', ''), 'DateTime'), undefined);
    assert.equal(await unfit(csv('2024-01-01', '2024-01-01T10:00 +01:00'), 'DateTime'), undefined);
  });

  it('are what inference would not give the type alone', async () => {
    const first = async (value: string, type: NarrowType) =>
      (await unfit(csv('', value), type))?.first?.value;
    assert.equal(await first('007', 'Int64'), '007');
    assert.equal(await first('9223372036854775808', 'Int64'), '9223372036854775808');
    assert.equal(await first('2026-02-30', 'DateTime'), '2026-02-30');
    assert.equal(await first('0', 'bool'), '0');
    assert.equal(await first('.5', 'fraction'), undefined);
    assert.equal(await first('5-', 'fraction'), '5-');
    assert.equal(await first('N/A', 'fraction'), 'N/A');
    assert.equal(await unfit(csv('1', 'N/A'), 'Int64', { nulls: ['N/A'] }), undefined);
  });

  it('are counted whatever came before: texts, dates, and lists', async () => {
    const dates = csv(...Array.from({ length: 300 }, () => '2024-01-01'), '5');
    assert.deepEqual(await unfit(dates, 'Int64'), {
      count: 300,
      first: { row: 1, line: 2, value: '2024-01-01' },
    });
    const texts = csv(...Array.from({ length: 300 }, () => 'text'), '5', '6.5', 'text');
    assert.equal((await unfit(texts, 'Int64'))?.count, 302);
    const json = `[${Array.from({ length: 300 }, () => '{"value":"2024-01-01"},').join('')}{"value":[1]},{"value":"5"},{"value":5}]`;
    assert.deepEqual(await unfit(json, 'Int64', { fileName: 'data.json' }), {
      count: 302,
      first: { row: 1, line: undefined, value: '2024-01-01' },
    });
  });

  it('are all values of a column if only its values are quoted, but no dates', async () => {
    assert.deepEqual(await unfit('value,other\n"1",2\n"3",4\n', 'Int64'), {
      count: 2,
      first: { row: 1, line: 2, value: '1' },
    });
    assert.equal(await unfit('value,other\n"1","2"\n"3","4"\n', 'Int64'), undefined);
    assert.equal(await unfit('value,other\n"2024-01-01",2\n', 'DateTime'), undefined);
  });

  it('are those with the decimal separator that fewer values have', async () => {
    assert.equal(await unfit(semicolons('1,5', '1,25', '1,234'), 'fraction'), undefined);
    assert.deepEqual(await unfit(semicolons('1,5', '2.5', '1,25', '7'), 'fraction'), {
      count: 1,
      first: { row: 2, line: 3, value: '2.5' },
    });
    assert.deepEqual(await unfit(semicolons('1,5', '2.5', '1.25', '7'), 'fraction'), {
      count: 1,
      first: { row: 1, line: 2, value: '1,5' },
    });
    // A thousands separator, as far as anybody can tell.
    assert.equal((await unfit(semicolons('1,234', '5'), 'fraction'))?.count, 1);
    assert.equal(await unfit(semicolons('1,234', '5'), 'fraction', { decimalComma: true }), undefined);
  });

  it('follow the order of days and months that the user names', async () => {
    assert.equal((await unfit(csv('25/12/2024', '03/04/2024'), 'DateTime'))?.count, 2);
    assert.equal(await unfit(csv('25/12/2024', '03/04/2024'), 'DateTime', { dateOrder: 'dmy' }), undefined);
    assert.equal((await unfit(csv('25/12/2024', '03/04/2024'), 'DateTime', { dateOrder: 'mdy' }))?.count, 1);
  });

  it('have the line of the file, also after titles, blank lines, and line breaks in quotes', async () => {
    const line = async (text: string, options: TextOptions = {}) =>
      (await unfit(text, 'Int64', options))?.first;
    assert.deepEqual(await line('other,value\n\n"a\nb\r\nc",1\n\n\nd,x\n'), { row: 2, line: 8, value: 'x' });
    assert.deepEqual(await line('other,value\r"a\rb\r",1\rd,x\r'), { row: 2, line: 5, value: 'x' });
    assert.equal((await line('other,value\r\n\r\na,1\r\nb,x\r\n'))?.line, 4);
    assert.equal((await line('Report\n\nother,value,more\na,1,2\nb,2,3\nc,x,4\n'))?.line, 6);
    assert.equal((await line('skipped\nskipped\nother,value\na,1\nb,x\n', { skip: 2 }))?.line, 5);
    assert.equal((await line('"other\nname",value\na,1\nb,x\n'))?.line, 4);
    // The line of the value, not of its record.
    assert.equal((await line('other,value\na,1\n"b\nb",x\n'))?.line, 4);
    const ndjson = { fileName: 'data.ndjson' };
    assert.deepEqual(await line('{"value":1}\n\nnull\n{"value":"x"}\n', ndjson), {
      row: 2,
      line: 4,
      value: 'x',
    });
    assert.equal(
      await line('{"a":{"value":1}}', { fileName: 'data.json' }).catch(() => undefined),
      undefined,
    );
  });

  it('are found by the names that inference gives', async () => {
    const names = async (header: string, name: string) => {
      const result = await tryInfer(`${header}\n1,2\na,b\n`, {
        header: true,
        expected: [{ table: 't', name, type: 'Int64' }],
      });
      assert.ok(result.ok);
      return result.value[0]?.columns.find((column) => column.name === name)?.unfit?.Int64?.count;
    };
    assert.equal(await names('a,A', 'A_2'), 1);
    assert.equal(await names('a,', 'Column2'), 1);
    assert.equal(await names('a, \u0000b '.replace('\u0000', ''), 'b'), 1);
    const nested = await tryInfer('[{"a":{"b":1}},{"a":{"b":"x"}}]', {
      fileName: 'data.json',
      expected: [{ table: 't', name: 'A.B', type: 'Int64' }],
    });
    assert.ok(nested.ok);
    assert.equal(nested.value[0]?.columns[0]?.unfit?.Int64?.first?.row, 2);
  });
});
