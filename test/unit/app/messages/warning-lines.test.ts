import assert from 'node:assert/strict';
import { warningLines } from '../../../../src/app/messages/warning-lines.ts';

const at = (line: number, message: string) => {
  const place = { line: line - 1, character: 0 };
  return { message, range: { start: place, end: place } };
};
const advice = 'Add it to the settings.';

describe('The warnings of a confirmation', () => {
  it('say each sentence once, with all its lines', () => {
    const { lines, more } = warningLines([
      at(5, `Unknown data type "Money". ${advice}`),
      at(6, `Unknown data type "Date". ${advice}`),
      at(8, `Unknown data type "Money". ${advice}`),
      at(8, `Unknown data type "Money". ${advice}`),
      at(9, 'The name is long.'),
    ]);
    assert.deepEqual(lines, [
      `Lines 5, 8: Unknown data type "Money". ${advice}`,
      'Line 6: Unknown data type "Date".',
      'Line 9: The name is long.',
    ]);
    assert.equal(more, 0);
  });

  it('say it once in a language without spaces between sentences', () => {
    const { lines } = warningLines([
      at(1, '不明な型 "A" です。追加します。'),
      at(2, '不明な型 "B" です。追加します。'),
    ]);
    assert.deepEqual(lines, ['Line 1: 不明な型 "A" です。追加します。', 'Line 2: 不明な型 "B" です。']);
  });

  it('keep the parts of a name that is like a sentence', () => {
    const { lines } = warningLines([at(1, 'Unknown "a.b"! Wrong?'), at(2, 'Unknown "a.c"! Wrong?')]);
    assert.deepEqual(lines, ['Line 1: Unknown "a.b"! Wrong?', 'Line 2: Unknown "a.c"!']);
  });

  it('name five lines, and count all others', () => {
    const same = Array.from({ length: 9 }, (_, index) => at(index + 1, 'Same.'));
    const others = Array.from({ length: 9 }, (_, index) => at(index + 1, `Other ${index}.`));
    const { lines, more } = warningLines([...same, ...others]);
    assert.equal(lines[0], 'Lines 1, 2, 3, 4, 5, …: Same.');
    assert.equal(lines.length, 5);
    assert.equal(more, 5);
    assert.deepEqual(warningLines([]), { lines: [], more: 0 });
  });
});
