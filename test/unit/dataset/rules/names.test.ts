import assert from 'node:assert/strict';
import fc from 'fast-check';
import { foldedName, hashBits, hashName, nameTraits } from '../../../../src/dataset/rules/names.ts';

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

  it('has equal hashes for equal names', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('NFC', 'NFD'), (name, form) => {
        for (const other of [name.toUpperCase(), name.toLowerCase(), name.normalize(form)]) {
          if (foldedName(other) !== foldedName(name)) continue;
          assert.equal(hashBits(hashName(other)), hashBits(hashName(name)));
        }
      }),
    );
  });
});

describe('The traits of a name', () => {
  it('are those that regular expressions find', () => {
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
    fc.assert(
      fc.property(fc.string({ unit }), (name) => {
        const hash = hashName(name);
        assert.equal((hash & nameTraits.blankEnd) !== 0, name !== name.trim());
        assert.equal((hash & nameTraits.control) !== 0, /\p{Cc}/u.test(name));
      }),
    );
  });
});
