import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The forms in which a secret can occur in a file: plain, escaped for JSON, URLs, and forms, and as hex and Base64. */
export function encodingsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(JSON.stringify(secret)).slice(3, -3),
    encodeURIComponent(secret),
    new URLSearchParams({ '': secret }).toString().slice(1),
    bytes.toString('hex'),
    // In a longer text, Base64 depends on the offset of the secret: three variants, without the characters at the ends.
    ...[0, 1, 2].flatMap((before) => {
      const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
      const inner = encoded.slice(Math.ceil((before * 4) / 3), encoded.length - 4);
      return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
    }),
  ];
}

/** Finds files below `folder` that contain one of `encodings`, in UTF-8 or UTF-16. */
export function filesWith(folder: string, encodings: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = readFileSync(path);
    for (const encoding of encodings)
      if (bytes.includes(encoding) || bytes.includes(Buffer.from(encoding, 'utf16le')))
        found.push(`${encoding} in ${path}`);
  }
  return found;
}
