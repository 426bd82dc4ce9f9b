import assert from 'node:assert/strict';
import fc from 'fast-check';
import { applyEdits, EditedText, type TextEdit } from '../../../../src/dataset/edits/text-edit.ts';

describe('EditedText', () => {
  it('combines the edits of several rounds', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 30 }),
        fc.array(
          fc.array(fc.record({ at: fc.nat(12), length: fc.nat(4), newText: fc.string({ maxLength: 3 }) })),
          {
            maxLength: 4,
          },
        ),
        (original, rounds) => {
          let text = EditedText.of(original);
          let expected = original;
          for (const round of rounds) {
            const edits: TextEdit[] = [];
            let from = 0;
            for (const { at, length, newText } of round) {
              const start = Math.min(from + at, expected.length);
              const end = Math.min(start + length, expected.length);
              edits.push({ start, end, newText });
              from = end;
            }
            text = text.with(edits);
            expected = applyEdits(expected, edits);
          }
          assert.equal(text.text, expected);
          assert.equal(applyEdits(original, text.edits()), expected);
        },
      ),
    );
  });
});
