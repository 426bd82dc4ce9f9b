import assert from 'node:assert/strict';
import fc from 'fast-check';
import { validateText } from '../../../../src/dataset/document.ts';
import { foldedName } from '../../../../src/dataset/rules/names.ts';

describe('The folding of names', () => {
  it("is Unicode's simple case folding, for all letters that have one", () => {
    const changing = /\p{Changes_When_Casefolded}/u;
    for (let point = 0; point < 0x110000; point++) {
      const letter = String.fromCodePoint(point);
      if (!changing.test(letter)) continue;
      const folded = foldedName(letter);
      if ([...folded].length > 1 || letter.normalize('NFC') !== letter) continue;
      // With the flags i and u, regular expressions use Unicode's simple case folding.
      assert.match(folded, new RegExp(`^${letter}$`, 'iu'), letter);
    }
  });

  it('never equates letters that Unicode distinguishes', () => {
    const byFolded = new Map<string, string>();
    for (let point = 0x41; point < 0x20000; point++) {
      const letter = String.fromCodePoint(point);
      if (letter.normalize('NFC') !== letter || /[^\p{L}]/u.test(letter)) continue;
      const folded = foldedName(letter);
      const other = byFolded.get(folded);
      if (other === undefined) byFolded.set(folded, letter);
      else
        assert.ok(
          new RegExp(`^${other}$`, 'iu').test(letter) || [...folded].length > 1,
          `${other} ${letter}`,
        );
    }
  });
});

describe('An untidy name', () => {
  it('has white space at an end, or a control character', async () => {
    const unit = fc.constantFrom(
      'a',
      'é',
      ' ',
      '\t',
      '\n',
      '\u00a0',
      '\u0085',
      '\u3000',
      '\ufeff',
      '\u0000',
      '\u007f',
      '😀',
    );
    await fc.assert(
      fc.asyncProperty(fc.string({ unit }), async (name) => {
        fc.pre(name.trim() !== '');
        const columns = [{ name: 'a', dataType: 'bool' }];
        const text = JSON.stringify({ name: 'd', tables: [{ name, columns }] });
        const problems = await validateText(text, 'json', { rules: {}, dataTypes: [] });
        const isUntidy = name !== name.trim() || /\p{Cc}/u.test(name);
        assert.deepEqual(
          problems.map(({ code }) => code),
          isUntidy ? ['untidy-name'] : [],
        );
      }),
    );
  });
});
