/** Numbers of so many digits are calculated digit by digit, which is close enough to decide whether to compare digits. */
const closeDigits = 22;

/** Exact as doubles. */
const powersOfTen: Readonly<Float64Array> = Float64Array.from(
  { length: closeDigits + 1 },
  (_, power) => 10 ** power,
);

/**
 * A number as a double, from its text. A comma may separate its decimals. The usual one is calculated from its digits, which
 * is close enough to decide whether to compare digits.
 */
export function parseNumber(bytes: Uint8Array, start: number, end: number): number {
  const isNegative = bytes[start] === 0x2d;
  let value = 0;
  let digits = 0;
  let point = -1;
  for (let i = isNegative ? start + 1 : start; i < end; i++) {
    const digit = (bytes[i] as number) - 0x30;
    if (digit >= 0 && digit <= 9) {
      value = value * 10 + digit;
      digits++;
    } else if (point < 0 && (digit === -2 || digit === -4)) point = digits;
    else return parseText(bytes, start, end);
  }
  if (digits > closeDigits) return parseText(bytes, start, end);
  const number = point < 0 ? value : value / (powersOfTen[digits - point] as number);
  return isNegative ? -number : number;
}

function parseText(bytes: Uint8Array, start: number, end: number): number {
  let text = '';
  for (let i = start; i < end; i++) text += bytes[i] === 0x2c ? '.' : String.fromCharCode(bytes[i] as number);
  return Number(text);
}

/** Exponents beyond this are compared as if they were this large; no double has such a value. */
const largestExponent = 1_000_000;

/**
 * Compares two numbers by their digits: negative if the first is smaller, 0 if they are equal, whatever their lengths. The
 * decimal separator may be a point or a comma.
 */
export function compareDecimals(text: string, other: string): number {
  const a = parse(text);
  const b = parse(other);
  if (a.sign !== b.sign) return a.sign - b.sign;
  if (a.sign === 0) return 0;
  return a.sign * compareMagnitudes(a, b);
}

interface Decimal {
  readonly sign: -1 | 0 | 1;
  /** Without zeros at either end. */
  readonly digits: string;
  /** The value is 0.digits × 10^magnitude. */
  readonly magnitude: number;
}

function compareMagnitudes(a: Decimal, b: Decimal): number {
  if (a.magnitude !== b.magnitude) return a.magnitude < b.magnitude ? -1 : 1;
  if (a.digits === b.digits) return 0;
  return a.digits < b.digits ? -1 : 1;
}

function parse(text: string): Decimal {
  const isNegative = text.startsWith('-');
  const [mantissa = '', exponent = '0'] = text.slice(isNegative ? 1 : 0).split(/[eE]/);
  const [whole = '', decimals = ''] = mantissa.split(/[.,]/);
  const all = whole + decimals;
  let first = 0;
  while (all.charCodeAt(first) === 0x30) first++;
  let last = all.length;
  while (last > first && all.charCodeAt(last - 1) === 0x30) last--;
  if (first === last) return { sign: 0, digits: '', magnitude: 0 };
  const scale = Math.max(-largestExponent, Math.min(largestExponent, Number(exponent)));
  return {
    sign: isNegative ? -1 : 1,
    digits: all.slice(first, last),
    magnitude: whole.length - first + scale,
  };
}
