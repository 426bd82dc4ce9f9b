import type { Span } from '../problem.ts';

/** A span of a text to be replaced, in UTF-16 offsets. */
export interface TextEdit extends Span {
  readonly newText: string;
}

/** A text after edits that are in its order and don't overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, newText } of edits) {
    result += text.slice(at, start) + newText;
    at = end;
  }
  return result + text.slice(at);
}

/** The edits that undo edits of a text. */
export function inverseEdits(text: string, edits: readonly TextEdit[]): TextEdit[] {
  let shift = 0;
  return edits.map(({ start, end, newText }) => {
    const at = start + shift;
    shift += newText.length - (end - start);
    return { start: at, end: at + newText.length, newText: text.slice(start, end) };
  });
}

export function insertion(at: number, newText: string): TextEdit {
  return { start: at, end: at, newText };
}

export function removal(start: number, end: number): TextEdit {
  return { start, end, newText: '' };
}

/** A part of a text. */
interface Piece {
  readonly text: string;
  /** Where it is in the original; `undefined`: it is new. */
  readonly at: number | undefined;
}

/** A text after several rounds of edits, which can be combined into edits of the original. */
export class EditedText {
  readonly text: string;
  readonly #originalLength: number;
  readonly #pieces: readonly Piece[];

  private constructor(originalLength: number, pieces: readonly Piece[]) {
    this.text = pieces.map(({ text }) => text).join('');
    this.#originalLength = originalLength;
    this.#pieces = pieces;
  }

  static of(text: string): EditedText {
    return new EditedText(text.length, [{ text, at: 0 }]);
  }

  /** Applies edits, which are in the order of the text as it is now and don't overlap. */
  with(edits: readonly TextEdit[]): EditedText {
    const pieces: Piece[] = [];
    /** The pieces after `offset`, the next one last. */
    const rest = this.#pieces.toReversed();
    let offset = 0;
    /** Keeps or drops the text up to an offset. */
    const pass = (upTo: number, keep: boolean) => {
      while (offset < upTo) {
        const piece = rest.pop();
        if (piece === undefined) return;
        const [head, tail] = split(piece, upTo - offset);
        if (keep) pieces.push(head);
        if (tail.text !== '') rest.push(tail);
        offset += head.text.length;
      }
    };
    for (const { start, end, newText } of edits) {
      pass(start, true);
      pass(end, false);
      pieces.push({ text: newText, at: undefined });
    }
    return new EditedText(this.#originalLength, [...pieces, ...rest.reverse()]);
  }

  /** The edits that turn the original into this text, in order. */
  edits(): TextEdit[] {
    const edits: TextEdit[] = [];
    let start = 0;
    let newText = '';
    for (const { text, at } of [...this.#pieces, { text: '', at: this.#originalLength }]) {
      if (at === undefined) {
        newText += text;
      } else {
        if (newText !== '' || start < at) edits.push({ start, end: at, newText });
        newText = '';
        start = at + text.length;
      }
    }
    return edits;
  }
}

/** The first `length` characters of a piece, and what is left of it. */
function split({ text, at }: Piece, length: number): readonly [Piece, Piece] {
  return [
    { text: text.slice(0, length), at },
    { text: text.slice(length), at: at === undefined ? undefined : at + length },
  ];
}
