import { textDecoder } from '../../text/text-decoder.ts';
import { incompleteUtf8, utf8SequenceEnd } from '../../text/utf8.ts';
import { asciiText } from './ascii.ts';

/** What the first bytes say: UTF-16 by its byte order mark or by NULs in every other place; UTF-8 otherwise. */
export function detectEncoding(head: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const marked = markedEncoding(head);
  if (marked !== undefined) return marked;
  let [even, odd] = [0, 0];
  const length = Math.min(head.length, 1024) & ~1;
  for (let i = 0; i < length; i += 2) {
    if (head[i] === 0) even++;
    if (head[i + 1] === 0) odd++;
  }
  // Delimiters, digits and line breaks are ASCII in any language. A single NUL is one that should not be there.
  const enough = Math.max(2, length / 10);
  // Few characters, such as U+4E00, have a NUL in the other place.
  if (odd >= enough && even * 4 <= odd) return 'utf-16le';
  return even >= enough && odd * 4 <= even ? 'utf-16be' : 'utf-8';
}

/** The encoding of a byte order mark. It is surer than what anybody names (WHATWG Encoding Standard, section 6). */
export function markedEncoding(head: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | undefined {
  const start = asciiText(head, 0, 3);
  if (start === '\u00ef\u00bb\u00bf') return 'utf-8';
  if (start.startsWith('\u00ff\u00fe')) return 'utf-16le';
  return start.startsWith('\u00fe\u00ff') ? 'utf-16be' : undefined;
}

/** How many characters outside of ASCII are UTF-8, and how many bytes are not. */
export class Utf8Count {
  valid = 0;
  invalid = 0;
  /** The begin of a character that the last part cuts. */
  #rest: Uint8Array = new Uint8Array(0);

  /** Whether a text is UTF-8, maybe with a few wrong bytes. */
  get isUtf8(): boolean {
    return this.valid >= this.invalid;
  }

  /** Counts the characters of the next part of a text. */
  addPart(part: Uint8Array): void {
    const bytes = new Uint8Array(this.#rest.length + part.length);
    bytes.set(this.#rest);
    bytes.set(part, this.#rest.length);
    this.#rest = bytes.subarray(this.add(bytes, 0, bytes.length));
  }

  /** Counts the characters from `start` to `end`. Returns where one starts that `end` cuts, or `end`. */
  add(bytes: Uint8Array, start: number, end: number): number {
    for (let i = start; i < end; ) {
      if ((bytes[i] as number) < 0x80) {
        i++;
        continue;
      }
      const next = utf8SequenceEnd(bytes, i, end);
      if (next > 0) this.valid++;
      else if (next === incompleteUtf8) return i;
      else this.invalid++;
      i = next > 0 ? next : i + 1;
    }
    return end;
  }
}

/** A text as UTF-8, without its byte order mark. What is invalid becomes U+FFFD. `count`: counts what would be UTF-8. */
export async function* toUtf8(
  chunks: AsyncIterable<Uint8Array>,
  encoding: string,
  count?: Utf8Count,
): AsyncGenerator<Uint8Array, void, undefined> {
  const decoder = textDecoder(encoding);
  const encoder = new TextEncoder();
  for await (const chunk of chunks) {
    count?.addPart(chunk);
    // In steps: a chunk may be a whole file.
    for (let start = 0; start < chunk.length; start += 1 << 20)
      yield encoder.encode(decoder.decode(chunk.subarray(start, start + (1 << 20)), { stream: true }));
  }
  yield encoder.encode(decoder.decode());
}

/** Bytes of a value as text. */
export function valueText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** Whether a sequence is a control character from U+0080 to U+009F. */
export function isC1Control(bytes: Uint8Array, start: number): boolean {
  return bytes[start] === 0xc2 && (bytes[start + 1] as number) < 0xa0;
}

/** Whether a sequence is U+FFFD. */
export function isReplacement(bytes: Uint8Array, start: number): boolean {
  return bytes[start] === 0xef && bytes[start + 1] === 0xbf && bytes[start + 2] === 0xbd;
}

/** Whether a byte is a control character that text doesn't contain: all but tab, line breaks, form feed and unit separator. */
export function isControl(byte: number): boolean {
  if (byte === 0x7f) return true;
  return byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d && byte !== 0x1f;
}
