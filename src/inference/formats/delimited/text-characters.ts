import { incompleteUtf8, utf8SequenceEnd } from '../../../text/utf8.ts';
import { isC1Control, isReplacement, Utf8Count } from '../../bytes/encoding.ts';
import { InferenceError } from '../../inference-error.ts';
import { RowCount } from '../../notes.ts';

/** More control characters than one for each hundred bytes are of no text. */
const maxControls = 8;

/** The characters of a text that are not printable ASCII. */
export class TextCharacters {
  /** Characters outside of ASCII, and bytes that are not UTF-8. */
  readonly utf8 = new Utf8Count();
  /** Those bytes, and U+FFFD for those of another encoding. */
  readonly invalid = new RowCount();
  /** Control characters in the values. */
  readonly controls = new RowCount();
  /** Of the first byte of those that are scanned, in the stream. */
  position = 0;
  /** Whether they are the last ones. */
  isLast = false;
  #lastControl = -1;
  #lastNonAscii = -1;
  /** Control characters of ASCII. */
  #asciiControls = 0;
  readonly #hasReplacements: boolean;

  /** `hasReplacements`: U+FFFD stands for what was invalid. */
  constructor(hasReplacements: boolean) {
    this.#hasReplacements = hasReplacements;
  }

  /** Adds those of a text that is no row. `row`: 0 for the header. */
  add(row: number, bytes: Uint8Array, start: number, end: number): void {
    const before = this.utf8.invalid;
    this.utf8.add(bytes, start, end);
    if (this.utf8.invalid > before) this.invalid.add(row, this.utf8.invalid - before);
  }

  /** Checks the character at `start`, and returns where it ends, or -1 where that can't be known yet. */
  endAt(bytes: Uint8Array, start: number, end: number, row: number, line: number): number {
    const position = this.position + start;
    if ((bytes[start] as number) < 0x80) {
      if (this.#countControl(position, row)) this.#asciiControls++;
      // A text has some by mistake. NUL is in none.
      if (bytes[start] === 0 || this.#asciiControls > maxControls + position / 100)
        throw new InferenceError({ kind: 'binary', row });
      return start + 1;
    }
    const next = utf8SequenceEnd(bytes, start, end);
    // Whether it is UTF-8 shows with the bytes that follow.
    if (next === incompleteUtf8 && !this.isLast) return -1;
    const isValid = next > 0;
    // A field that is scanned again, with more bytes, has the same characters.
    if (position > this.#lastNonAscii) {
      this.#lastNonAscii = position;
      if (isValid) this.utf8.valid++;
      else this.utf8.invalid++;
      if (!isValid || (this.#hasReplacements && isReplacement(bytes, start))) this.invalid.add(row, 1, line);
    }
    if (isValid && isC1Control(bytes, start)) this.#countControl(position, row);
    return isValid ? next : start + 1;
  }

  /** Returns whether it is a further one: a field that is scanned again, with more bytes, has the same characters. */
  #countControl(position: number, row: number): boolean {
    if (position <= this.#lastControl) return false;
    this.#lastControl = position;
    this.controls.add(row);
    return true;
  }
}
