/** A JSON number that no number of JavaScript equals: it has too many digits, or is too large or too small. */
export class ExactNumber {
  /** As the document has it. */
  readonly written: string;

  constructor(written: string) {
    this.written = written;
  }

  /** `JSON.stringify` can't print it as a number: Node.js 20 has no `JSON.rawJSON`. */
  toJSON(): string {
    return this.written;
  }
}

/** The value of a JSON number (RFC 8259, section 6). */
export function exactNumber(written: string): number | ExactNumber {
  const number = Number(written);
  return Number.isFinite(number) && canonicalNumber(String(number)) === canonicalNumber(written)
    ? number
    : new ExactNumber(written);
}

/** The same text for all spellings of one decimal value: its digits without zeros at either end, and their exponent. */
export function canonicalNumber(written: string): string {
  const at = written.search(/[eE]/);
  const [exponent, mantissa] = at < 0 ? ['', written] : [written.slice(at + 1), written.slice(0, at)];
  const point = mantissa.indexOf('.');
  const all = mantissa.replace(/[-.]/g, '');
  const fraction = point < 0 ? 0 : mantissa.length - point - 1;
  let end = all.length;
  while (all[end - 1] === '0') end--;
  const digits = all.slice(0, end).replace(/^0+/, '');
  if (digits === '') return '0';
  return `${written.startsWith('-') ? '-' : ''}${digits}e${sum(exponent, all.length - end - fraction)}`;
}

/** Numbers of JavaScript are exact up to here. */
const exactDigits = 15;

/** An exponent of any length plus a number of digits. In linear time, unlike `BigInt`. */
function sum(exponent: string, count: number): string {
  const sign = exponent.startsWith('-') ? '-' : '';
  const digits = exponent.replace(/^[-+]?0*/, '');
  if (digits.length <= exactDigits) return String(Number(`${sign}${digits}`) + count);
  const base = 10 ** exactDigits;
  const low = Number(digits.slice(-exactDigits)) + (sign === '' ? count : -count);
  const carry = Math.floor(low / base);
  const high = step(digits.slice(0, -exactDigits), carry);
  return sign + `${high}${String(low - carry * base).padStart(exactDigits, '0')}`.replace(/^0+/, '');
}

/** Positive digits plus -1, 0, or 1. */
function step(digits: string, carry: number): string {
  if (carry === 0) return digits;
  const [full, empty] = carry > 0 ? ['9', '0'] : ['0', '9'];
  let at = digits.length - 1;
  while (digits[at] === full) at--;
  return `${digits.slice(0, Math.max(at, 0))}${Number(digits[at] ?? 0) + carry}${empty.repeat(digits.length - 1 - at)}`;
}
