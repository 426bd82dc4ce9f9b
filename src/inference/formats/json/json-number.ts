import { classifyInteger } from '../../values/classify.ts';
import { kind } from '../../values/kinds.ts';

/** The kind and the end of a number (RFC 8259, section 6). */
export function classifyJsonNumber(
  bytes: Uint8Array,
  start: number,
): { readonly kind: number; readonly end: number } | undefined {
  const digits = bytes[start] === 0x2d ? start + 1 : start;
  const point = skipDigits(bytes, digits);
  if (point === digits || (point - digits > 1 && bytes[digits] === 0x30)) return undefined;
  let end = point;
  if (bytes[end] === 0x2e) {
    const decimals = end + 1;
    end = skipDigits(bytes, decimals);
    if (end === decimals) return undefined;
  }
  if (((bytes[end] as number) | 0x20) === 0x65) {
    const exponent = bytes[end + 1] === 0x2b || bytes[end + 1] === 0x2d ? end + 2 : end + 1;
    end = skipDigits(bytes, exponent);
    if (end === exponent) return undefined;
  }
  return { kind: end > point ? kind.fraction : classifyInteger(bytes, digits, end, digits > start), end };
}

function skipDigits(bytes: Uint8Array, start: number): number {
  let i = start;
  while ((bytes[i] as number) >= 0x30 && (bytes[i] as number) <= 0x39) i++;
  return i;
}
