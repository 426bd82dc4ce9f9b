import { classifyInteger, isLongFraction } from '../../values/classify.ts';
import { kind } from '../../values/kinds.ts';
import { backslash, quote } from './json-bytes.ts';

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
  if (end === point) return { kind: classifyInteger(bytes, digits, end, digits > start), end };
  return { kind: isLongFraction(bytes, digits, end) ? kind.longFraction : kind.fraction, end };
}

function skipDigits(bytes: Uint8Array, start: number): number {
  let i = start;
  while ((bytes[i] as number) >= 0x30 && (bytes[i] as number) <= 0x39) i++;
  return i;
}

/** Where a loop over a string's bytes stops: quote, backslash, control character, not ASCII. */
export const stop = { quote: 1, backslash: 2, control: 3, nonAscii: 4 } as const;

/** By byte, where to stop; 0 for a byte of the string. */
export function stringStops(): Uint8Array {
  const stops = new Uint8Array(256);
  stops.fill(stop.control, 0, 0x20);
  stops.fill(stop.nonAscii, 0x80);
  stops[quote] = stop.quote;
  stops[backslash] = stop.backslash;
  return stops;
}

/** The end of an escape whose backslash is before `start` (RFC 8259, section 7); -1 if there is none. */
export function escapeEnd(bytes: Uint8Array, start: number): number {
  switch (bytes[start]) {
    case quote:
    case backslash:
    case 0x2f:
    case 0x62:
    case 0x66:
    case 0x6e:
    case 0x72:
    case 0x74:
      return start + 1;
    case 0x75:
      for (let i = start + 1; i < start + 5; i++) if (!isHexDigit(bytes[i] as number)) return -1;
      return start + 5;
    default:
      return -1;
  }
}

function isHexDigit(value: number): boolean {
  return (value >= 0x30 && value <= 0x39) || ((value | 0x20) >= 0x61 && (value | 0x20) <= 0x66);
}
