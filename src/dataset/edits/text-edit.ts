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

/** A span of the original text, or new text. */
type Piece = Span | { readonly newText: string };

/** A text after several rounds of edits, which can be combined into edits of the original. */
export class EditedText {
  readonly #original: string;
  readonly #pieces: readonly Piece[];

  private constructor(original: string, pieces: readonly Piece[]) {
    this.#original = original;
    this.#pieces = pieces;
  }

  static of(text: string): EditedText {
    return new EditedText(text, [{ start: 0, end: text.length }]);
  }

  get text(): string {
    return this.#pieces.map((piece) => this.#textOf(piece)).join('');
  }

  /** Applies edits, which are in the order of the text as it is now and don't overlap. */
  with(edits: readonly TextEdit[]): EditedText {
    const pieces: Piece[] = [];
    /** The pieces after `at`, the next one last. */
    const rest = this.#pieces.toReversed();
    /** An offset in the text as it is now. */
    let at = 0;
    /** Keeps or drops the text from `at` to `upTo`. */
    const take = (upTo: number, keep: boolean) => {
      while (at < upTo) {
        const piece = rest.pop();
        if (piece === undefined) return;
        const length = Math.min(this.#textOf(piece).length, upTo - at);
        const [head, tail] = split(piece, length);
        if (keep) pieces.push(head);
        if (tail !== undefined) rest.push(tail);
        at += length;
      }
    };
    for (const { start, end, newText } of edits) {
      take(start, true);
      take(end, false);
      pieces.push({ newText });
    }
    return new EditedText(this.#original, [...pieces, ...rest.reverse()]);
  }

  /** The edits that turn the original into this text, in order. */
  edits(): TextEdit[] {
    const edits: TextEdit[] = [];
    /** An offset in the original, behind what was kept last. */
    let at = 0;
    let newText = '';
    /** Replaces the original from `at` to `upTo` with the new text since then. */
    const change = (upTo: number) => {
      if (newText !== '' || at < upTo) edits.push({ start: at, end: upTo, newText });
      newText = '';
    };
    for (const piece of this.#pieces) {
      if ('newText' in piece) {
        newText += piece.newText;
      } else {
        change(piece.start);
        at = piece.end;
      }
    }
    change(this.#original.length);
    return edits;
  }

  #textOf(piece: Piece): string {
    return 'newText' in piece ? piece.newText : this.#original.slice(piece.start, piece.end);
  }
}

/** The first `length` characters of a piece, and the rest of it if there is any. */
function split(piece: Piece, length: number): [Piece, Piece?] {
  if ('newText' in piece) {
    if (length >= piece.newText.length) return [piece];
    return [{ newText: piece.newText.slice(0, length) }, { newText: piece.newText.slice(length) }];
  }
  const middle = piece.start + length;
  return middle >= piece.end
    ? [piece]
    : [
        { start: piece.start, end: middle },
        { start: middle, end: piece.end },
      ];
}
