/** Names of these characters fold by lower case alone. */
const ascii = /^[\0-\x7e]*$/;

/**
 * The form in which equal names are equal: Unicode's full case folding, in normalization form C
 * (`É` = `é` however composed, `ß` = `ss`, `Σ` = `ς`; but `ı`, as in Turkish, is not `i`).
 */
export function foldedName(name: string): string {
  if (ascii.test(name)) return name.toLowerCase();
  // ECMAScript has no case folding. Lower, upper, lower has the same effect, except for the dotless i.
  return name
    .normalize('NFC')
    .split('ı')
    .map((part) => part.toLowerCase().toUpperCase().toLowerCase())
    .join('ı')
    .normalize('NFC');
}
