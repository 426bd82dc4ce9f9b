import { isControl } from '../../bytes/encoding.ts';
import { byte, type Dialect, quoteOf } from './dialect.ts';

/** What a byte means where a value goes on; 0 is a byte of the value. Up to `carriageReturn`, it ends a field. */
export const stop = {
  delimiter: 1,
  lineFeed: 2,
  carriageReturn: 3,
  quote: 4,
  escape: 5,
  nonAscii: 6,
  control: 7,
} as const;

/** By byte, what it means in a value without quotes, or in quotes. */
export function stopsOf(dialect: Dialect, isQuoted: boolean): Uint8Array {
  const { delimiter, quoteEscape } = dialect;
  const stops = new Uint8Array(256);
  for (let value = 0; value < 0x80; value++) if (isControl(value)) stops[value] = stop.control;
  stops.fill(stop.nonAscii, 0x80);
  if (isQuoted) {
    // The delimiter may be a control character.
    if (delimiter !== undefined) stops[delimiter] = 0;
    stops[quoteOf(dialect)] = stop.quote;
    if (quoteEscape === 'backslash') stops[byte.backslash] = stop.escape;
  } else if (delimiter !== undefined) stops[delimiter] = stop.delimiter;
  stops[byte.carriageReturn] = stop.carriageReturn;
  // In quotes it is a byte of the value, which the scan stops at because of the sentinel.
  stops[byte.lineFeed] = stop.lineFeed;
  return stops;
}
