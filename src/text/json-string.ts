/**
 * The offset after the string that begins with a quote at `start`; undefined if it isn't closed. Without a regular
 * expression, which needs stack space for each escape of a long string.
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
