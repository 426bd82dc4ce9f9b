const quote = 34;
const comma = 44;
const openBracket = 91;
const backslash = 92;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;

/** The offset after the string that opens at `open`. Like all of this file: for valid JSON texts only. */
export function stringEnd(text: string, open: number): number {
  for (let i = open + 1; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === quote) return i + 1;
    if (unit === backslash) i++;
  }
  return text.length;
}

/** What the string from `open` to `close` (its quotes included) stands for. */
export function stringContent(text: string, open: number, close: number): string {
  for (let i = open + 1; i < close - 1; i++) {
    if (text.charCodeAt(i) === backslash) return JSON.parse(text.slice(open, close));
  }
  return text.slice(open + 1, close - 1);
}

/** The offset of the next character that is no white space (RFC 8259, section 2). */
export function tokenStart(text: string, from: number): number {
  let i = from;
  while (i < text.length && isBlank(text.charCodeAt(i))) i++;
  return i;
}

/** The offset after the value that begins at `start`. Not recursive: a document may be nested deeply. */
export function valueEnd(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === quote) return stringEnd(text, start);
  if (first === openBrace || first === openBracket) return containerEnd(text, start);
  let i = start;
  for (; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === comma || unit === closeBrace || unit === closeBracket || isBlank(unit)) break;
  }
  return i;
}

function containerEnd(text: string, start: number): number {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case quote:
        i = stringEnd(text, i) - 1;
        break;
      case openBrace:
      case openBracket:
        depth++;
        break;
      case closeBrace:
      case closeBracket:
        depth--;
        if (depth === 0) return i + 1;
        break;
    }
  }
  return text.length;
}

export function isBlank(unit: number): boolean {
  return unit === 32 || unit === 10 || unit === 13 || unit === 9;
}
