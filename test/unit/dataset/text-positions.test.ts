import assert from 'node:assert/strict';
import fc from 'fast-check';
import { caseCount } from '../../../scripts/testing/random-cases.ts';
import { lineStart, positionsIn } from '../../../src/dataset/text-positions.ts';

describe('Positions in a text', () => {
  it('are line and UTF-16 column, for any line breaks and in any order', () => {
    const content = fc.oneof(
      { weight: 9, arbitrary: fc.string({ maxLength: 3 }) },
      fc.integer({ min: 1000, max: 9000 }).map((length) => 'x'.repeat(length)),
    );
    const line = fc.tuple(content, fc.constantFrom('\n', '\n', '\r\n', '\r'));
    const text = fc.array(line, { maxLength: 300, size: 'max' }).map((lines) => lines.flat().join(''));
    fc.assert(
      fc.property(text, fc.array(fc.nat(), { maxLength: 20 }), (content, numbers) => {
        const position = positionsIn(content);
        for (const number of numbers) {
          const offset = number % (content.length + 1);
          // Between \r and \n no line begins.
          if (content[offset - 1] === '\r' && content[offset] === '\n') continue;
          const lines = content.slice(0, offset).split(/\r\n|\r|\n/);
          assert.deepEqual(position(offset), {
            line: lines.length - 1,
            character: lines.at(-1)?.length,
          });
        }
      }),
      { numRuns: caseCount(300) },
    );
  });

  it('know where each line begins', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\n', '\r', '\r\n') }), fc.nat(), (text, number) => {
        const offset = number % (text.length + 1);
        const lastLine =
          text
            .slice(0, offset)
            .split(/\r\n|\r|\n/)
            .at(-1) ?? '';
        assert.equal(lineStart(text, offset), offset - lastLine.length);
      }),
    );
  });
});
