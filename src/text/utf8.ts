/** What `utf8SequenceEnd` returns for bytes that are not UTF-8. */
const notUtf8 = -1;
/** What `utf8SequenceEnd` returns for a sequence that goes on after `end`. */
export const incompleteUtf8 = -2;

/**
 * The end of the UTF-8 sequence of more than one byte that starts at `start` (RFC 3629, section 4: no overlong forms, no
 * surrogates, nothing above U+10FFFF).
 */
export function utf8SequenceEnd(bytes: Uint8Array, start: number, end: number): number {
  const lead = bytes[start] as number;
  if (lead < 0xc2 || lead > 0xf4) return notUtf8;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (start + 1 >= end) return incompleteUtf8;
  const second = bytes[start + 1] as number;
  const least = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const most = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (second < least || second > most) return notUtf8;
  for (let i = start + 2; i < start + length; i++) {
    if (i >= end) return incompleteUtf8;
    if (((bytes[i] as number) & 0xc0) !== 0x80) return notUtf8;
  }
  return start + length;
}
