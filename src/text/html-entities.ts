/** Named character references of the HTML standard for ASCII punctuation, by name. */
const punctuation: readonly (readonly [string, string])[] = [
  ['Tab', '\t'],
  ['NewLine', '\n'],
  ['excl', '!'],
  ['quot', '"'],
  ['QUOT', '"'],
  ['num', '#'],
  ['dollar', '$'],
  ['percnt', '%'],
  ['amp', '&'],
  ['AMP', '&'],
  ['apos', "'"],
  ['lpar', '('],
  ['rpar', ')'],
  ['ast', '*'],
  ['midast', '*'],
  ['plus', '+'],
  ['comma', ','],
  ['period', '.'],
  ['sol', '/'],
  ['colon', ':'],
  ['semi', ';'],
  ['lt', '<'],
  ['LT', '<'],
  ['equals', '='],
  ['gt', '>'],
  ['GT', '>'],
  ['quest', '?'],
  ['commat', '@'],
  ['lsqb', '['],
  ['lbrack', '['],
  ['bsol', '\\'],
  ['rsqb', ']'],
  ['rbrack', ']'],
  ['Hat', '^'],
  ['lowbar', '_'],
  ['UnderBar', '_'],
  ['grave', '`'],
  ['lcub', '{'],
  ['lbrace', '{'],
  ['verbar', '|'],
  ['vert', '|'],
  ['VerticalLine', '|'],
  ['rcub', '}'],
  ['rbrace', '}'],
];

/** The names of U+00A0 to U+00FF, in order: HTML 4.01, section 24.2. */
const latin1 = (
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute ' +
  'micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig ' +
  'Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash ' +
  'Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc ' +
  'euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml ' +
  'yacute thorn yuml'
).split(' ');

/** Code points by their HTML names, for the characters that servers escape: ASCII punctuation and Latin-1. */
export const htmlEntities: ReadonlyMap<string, number> = new Map([
  ...punctuation.map(([name, character]) => [name, character.charCodeAt(0)] as const),
  ...latin1.map((name, index) => [name, 0xa0 + index] as const),
]);

/** The length of the longest name in `htmlEntities`. */
export const maxEntityNameLength = 12;
