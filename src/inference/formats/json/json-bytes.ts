export const quote = 0x22;
export const comma = 0x2c;
export const minus = 0x2d;
export const zero = 0x30;
export const colon = 0x3a;
export const openBracket = 0x5b;
export const backslash = 0x5c;
export const closeBracket = 0x5d;
/** Of `null`. */
export const smallN = 0x6e;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;
