import { brotliDecompressSync, constants, gunzipSync, inflateSync } from 'node:zlib';
import type { HttpResponse } from '../../http.ts';

/**
 * A response whose body is UTF-8, whatever the server sent: some compress although they are asked not to (RFC 9110, section
 * 8.4), and error pages come in other encodings. What can't be read, or is longer than `longest` bytes, stays as it came.
 */
export function withReadableBody(response: HttpResponse, longest: number): HttpResponse {
  const { headers } = response;
  const unpacked = unpack(response.body, headers['content-encoding'] ?? '', longest);
  const body = unpacked && inUtf8(unpacked, headers['content-type'] ?? '');
  return body ? { ...response, body } : response;
}

/** Undoes the encodings, the last one first; what came of a body that was cut is given as far as it goes. */
function unpack(body: Uint8Array, encodings: string, longest: number): Uint8Array | undefined {
  const applied = encodings
    .toLowerCase()
    .split(',')
    .map((encoding) => encoding.trim())
    .filter((encoding) => encoding !== '' && encoding !== 'identity');
  const limit = { maxOutputLength: longest, finishFlush: constants.Z_SYNC_FLUSH };
  let bytes = body;
  try {
    for (const encoding of applied.toReversed()) {
      if (encoding === 'gzip' || encoding === 'x-gzip') bytes = gunzipSync(bytes, limit);
      else if (encoding === 'deflate') bytes = inflateSync(bytes, limit);
      else if (encoding === 'br') bytes = brotliDecompressSync(bytes, { maxOutputLength: longest });
      else return undefined;
    }
    return bytes;
  } catch {
    return undefined;
  }
}

function inUtf8(bytes: Uint8Array, contentType: string): Uint8Array {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType) ?? [];
  if (/^utf-?8$|^us-ascii$/i.test(charset)) return bytes;
  try {
    return new TextEncoder().encode(new TextDecoder(charset).decode(bytes));
  } catch {
    // A name that nobody knows: more often a mistake of the server than another encoding.
    return bytes;
  }
}
