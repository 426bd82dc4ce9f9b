const quote = 0x22;
const backslash = 0x5c;

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
