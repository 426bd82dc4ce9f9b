/**
 * The offset after the string that begins at `start` with a quote; undefined if it doesn't end. Not a
 * regular expression, which needs stack for each escape of a long string.
 */
export function endOfString(text: string, start: number): number | undefined {
  const quote = text.charCodeAt(start);
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code === backslash) at += 1;
  }
  return undefined;
}

const backslash = 0x5c;

/** The tokens of a valid JSON text (RFC 8259, section 2), as they are written, without white space. */
export function* jsonTokens(json: string): Generator<string> {
  const begin = /[^\s]/g;
  const word = /[^\s{}[\],:"]+/y;
  for (let at = 0; ; ) {
    begin.lastIndex = at;
    const start = begin.exec(json)?.index;
    if (start === undefined) return;
    at = start + 1;
    if (json[start] === '"') at = endOfString(json, start) ?? json.length;
    else {
      word.lastIndex = start;
      if (word.test(json)) at = word.lastIndex;
    }
    yield json.slice(start, at);
  }
}
