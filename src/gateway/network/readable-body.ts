import { promisify } from 'node:util';
import { brotliDecompress, constants, inflateRaw, unzip } from 'node:zlib';
import { textDecoder } from '../../text/text-decoder.ts';
import type { HttpResponse } from '../http.ts';

/** Also of a body that was cut, as far as possible. */
const finishFlush = constants.Z_SYNC_FLUSH;
const inflate = (body: Uint8Array, maxOutputLength: number) =>
  promisify(unzip)(body, { maxOutputLength, finishFlush });
const inflateWithoutHeader = (body: Uint8Array, maxOutputLength: number) =>
  promisify(inflateRaw)(body, { maxOutputLength, finishFlush });
const decompressors = new Map([
  ['gzip', inflate],
  ['x-gzip', inflate],
  // Some servers leave out the header that RFC 9110, section 8.4.1.2, asks for.
  [
    'deflate',
    (body: Uint8Array, maxOutputLength: number) =>
      (hasZlibHeader(body) ? inflate : inflateWithoutHeader)(body, maxOutputLength),
  ],
  [
    'br',
    (body: Uint8Array, maxOutputLength: number) => promisify(brotliDecompress)(body, { maxOutputLength }),
  ],
]);

/**
 * The response with a decompressed body in UTF-8: some servers compress although they are asked not to (RFC 9110, section
 * 8.4), and some error pages have other encodings. The body stays unchanged if it can't be decoded, or is longer than `maxLength`
 * bytes. Decompresses in the thread pool.
 */
export async function withReadableBody(response: HttpResponse, maxLength: number): Promise<HttpResponse> {
  const { headers, body } = response;
  const decompress = decompressors.get((headers['content-encoding'] ?? '').trim().toLowerCase());
  try {
    const bytes = decompress ? await decompress(body, maxLength) : body;
    return { ...response, body: toUtf8(bytes, headers['content-type'] ?? '') };
  } catch {
    return response;
  }
}

/** RFC 1950, section 2.2. */
function hasZlibHeader([method = 0, flags = 0]: Uint8Array): boolean {
  return (method & 0x0f) === 8 && (method * 256 + flags) % 31 === 0;
}

function toUtf8(bytes: Uint8Array, contentType: string): Uint8Array {
  const [, declared = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType) ?? [];
  const charset = utf16Of(bytes) ?? declared;
  if (/^utf-?8$|^us-ascii$/i.test(charset)) return bytes;
  try {
    return new TextEncoder().encode(textDecoder(charset).decode(bytes));
  } catch {
    // An unknown charset is more often a mistake of the server than another encoding.
    return bytes;
  }
}

/** Which UTF-16 a text is in, by its byte order mark. */
function utf16Of([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}
