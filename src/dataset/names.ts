/** What a name's characters say about it, as bits, so that checking a hundred thousand names allocates nothing. */
export const nameTraits = { blankEnd: 1, control: 2, nonAscii: 4 } as const;

/** One pass over a name's characters. The result holds bits of `nameTraits`. */
export function traitsOf(name: string): number {
  let traits = 0;
  const { length } = name;
  for (let i = 0; i < length; i++) {
    const unit = name.charCodeAt(i);
    if (unit > 0x7e) {
      traits |= unit < 0xa0 ? nameTraits.control | nameTraits.nonAscii : nameTraits.nonAscii;
    } else if (unit < 0x20) {
      traits |= nameTraits.control;
    }
  }
  if (length > 0 && (isWhiteSpace(name.charCodeAt(0)) || isWhiteSpace(name.charCodeAt(length - 1)))) {
    traits |= nameTraits.blankEnd;
  }
  return traits;
}

/** White space as ECMAScript's `\s` and the schema's `\S` have it: Unicode's `White_Space` and U+FEFF, no U+0085. */
function isWhiteSpace(unit: number): boolean {
  if (unit < 0x80) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
  return (
    unit === 0xa0 ||
    unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x3000 ||
    unit === 0xfeff
  );
}

/**
 * The key by which two names count as the same: Unicode's full case folding, in normalization form C
 * (`É` = `é` however composed, `ß` = `ss`, `Σ` = `ς`; but `ı`, as in Turkish, is not `i`).
 */
export function foldedName(name: string, traits: number = traitsOf(name)): string {
  if ((traits & nameTraits.nonAscii) === 0) return name.toLowerCase();
  // There is no case folding in ECMAScript. Lower, upper, lower gives its classes, save for the dotless i.
  return name
    .normalize('NFC')
    .split('ı')
    .map((part) => part.toLowerCase().toUpperCase().toLowerCase())
    .join('ı')
    .normalize('NFC');
}
