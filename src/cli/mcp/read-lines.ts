const lineFeed = 0x0a;

/** A line without its line feed, or one that is longer than allowed, whose content is gone. */
export type Line = { readonly kind: 'line'; readonly text: string } | { readonly kind: 'too-long' };

/** Reads lines of UTF-8, each of at most `maxBytes`. Linear in the length of the input, however it is chunked. */
export async function* readLines(input: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Line> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const take = (part: Uint8Array) => {
    length += part.length;
    // What is too long is only counted.
    if (length <= maxBytes) parts.push(part);
    else parts = [];
  };
  const end = (): Line => {
    const line: Line =
      length > maxBytes
        ? { kind: 'too-long' }
        : { kind: 'line', text: new TextDecoder().decode(Buffer.concat(parts)) };
    parts = [];
    length = 0;
    return line;
  };
  for await (const chunk of input) {
    let start = 0;
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, start)) {
      take(chunk.subarray(start, at));
      yield end();
      start = at + 1;
    }
    if (start < chunk.length) take(chunk.subarray(start));
  }
  if (length > 0) yield end();
}
