import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The spellings that a secret could stand in a file in: plain, escaped for JSON, for a URL and for a form, encoded. */
export function spellingsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(JSON.stringify(secret)).slice(3, -3),
    encodeURIComponent(secret),
    new URLSearchParams({ '': secret }).toString().slice(1),
    bytes.toString('hex'),
    // Within a longer text the encoding depends on what stands before: three ways, without the characters at the ends.
    ...[0, 1, 2].flatMap((before) => {
      const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
      const inner = encoded.slice(Math.ceil((before * 4) / 3), encoded.length - 4);
      return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
    }),
  ];
}

/** Which files below `folder` hold one of `spellings`, and which; in UTF-8 as in UTF-16. */
export function filesWith(folder: string, spellings: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = readFileSync(path);
    for (const spelling of spellings)
      if (bytes.includes(spelling) || bytes.includes(Buffer.from(spelling, 'utf16le')))
        found.push(`${spelling} in ${path}`);
  }
  return found;
}
