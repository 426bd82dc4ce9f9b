import assert from 'node:assert/strict';
import { findCell } from '../../../../../src/editor/from-data/checking/find-cell.ts';

/** The text of the cell that is found, with `^` where it starts in its line. */
function found(
  text: string,
  {
    line = null,
    ...place
  }: { column: string; value?: string; row?: number; line?: number | null; table?: string },
): string | undefined {
  const lines = text.split('\n');
  const start = lines.slice(0, (line ?? 1) - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const span = findCell(
    text,
    { start, end: start + (lines[(line ?? 1) - 1] ?? '').length },
    { table: null, row: null, value: null, line, ...place },
  );
  return span && `${span.start}: ${text.slice(span.start, span.end)}`;
}

describe('The cell of a finding', () => {
  it('is the field of its column in delimited text, quoted or not', () => {
    const text = 'id;Name;x\n1;ä;1\n"x";ü;x\n';
    assert.equal(found(text, { column: 'X', value: 'x', row: 2, line: 3 }), '22: x');
    assert.equal(found(text, { column: 'id', value: 'x', row: 2, line: 3 }), '17: x');
  });

  it('is the name in the header for a column that only the data has, also below a title', () => {
    assert.equal(found('Report\n\nid,Näme,x\n1,a,2\n3,b,4\n', { column: 'näme' }), '11: Näme');
  });

  it('is the value of the property in NDJSON and JSON, also in nested objects', () => {
    assert.equal(found('{"id":1}\n{"a":{"B":"x"},"id":"5"}\n', { column: 'id', row: 2, line: 2 }), '29: "5"');
    assert.equal(
      found('{"id":1}\n{"a":{"B":"x"},"id":"5"}\n', { column: 'a.b', row: 2, line: 2 }),
      '19: "x"',
    );
    assert.equal(found('[{"id":1},\n {"id":"5"}]', { column: 'id', row: 2 }), '18: "5"');
    assert.equal(found('{"T":[{"id":"5"}]}', { column: 'ID', row: 1, table: 't' }), '12: "5"');
  });

  it('is unknown where the text has no such field', () => {
    assert.equal(found('id,x\n"a\nb",1\n', { column: 'x', value: '2', row: 1, line: 3 }), undefined);
    assert.equal(found('', { column: 'x', value: '2', row: 1, line: 3 }), undefined);
    assert.equal(found('{"id":', { column: 'x', row: 1 }), undefined);
  });
});
