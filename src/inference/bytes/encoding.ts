import { textDecoder } from '../../text/text-decoder.ts';
import { asciiText } from './ascii.ts';

/** How a file's bytes are text. A scanner that meets bytes that are not UTF-8 changes `utf-8` to `windows-1252`. */
export type TextEncoding = 'utf-8' | 'windows-1252';

/** What the first bytes say: UTF-16 by its byte order mark or by NULs in every other place; UTF-8 otherwise. */
export function detectEncoding(head: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const start = asciiText(head, 0, 2);
  if (start === '\u00ff\u00fe') return 'utf-16le';
  if (start === '\u00fe\u00ff') return 'utf-16be';
  let [even, odd] = [0, 0];
  const length = Math.min(head.length, 1024) & ~1;
  for (let i = 0; i < length; i += 2) {
    if (head[i] === 0) even++;
    if (head[i + 1] === 0) odd++;
  }
  // Delimiters, digits and line breaks are ASCII in any language. A single NUL is one that should not be there.
  const enough = Math.max(2, length / 10);
  if (odd >= enough && even === 0) return 'utf-16le';
  return even >= enough && odd === 0 ? 'utf-16be' : 'utf-8';
}

/** UTF-16 as UTF-8, without its byte order mark. Unpaired surrogates become U+FFFD. */
export async function* utf16ToUtf8(
  chunks: AsyncIterable<Uint8Array>,
  encoding: 'utf-16le' | 'utf-16be',
): AsyncGenerator<Uint8Array, void, undefined> {
  const decoder = new TextDecoder(encoding);
  const encoder = new TextEncoder();
  for await (const chunk of chunks) {
    // In steps: a chunk may be a whole file.
    for (let start = 0; start < chunk.length; start += 1 << 20)
      yield encoder.encode(decoder.decode(chunk.subarray(start, start + (1 << 20)), { stream: true }));
  }
  yield encoder.encode(decoder.decode());
}

/** Bytes of a value as text. */
export function decodeText(bytes: Uint8Array, encoding: TextEncoding): string {
  return textDecoder(encoding, { ignoreBOM: true }).decode(bytes);
}

/** Whether a sequence is a control character from U+0080 to U+009F. */
export function isC1Control(bytes: Uint8Array, start: number): boolean {
  return bytes[start] === 0xc2 && (bytes[start + 1] as number) < 0xa0;
}

/** Whether a byte is a control character that text doesn't contain: all but tab, line breaks, form feed and unit separator. */
export function isControl(byte: number): boolean {
  if (byte === 0x7f) return true;
  return byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d && byte !== 0x1f;
}
