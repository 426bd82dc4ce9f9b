import { promisify } from 'node:util';
import { brotliDecompress, constants, gunzip, inflate } from 'node:zlib';
import type { HttpResponse } from '../http.ts';

/** Servers don't compress more often, and decompressing each time can take as long as for the largest body. */
const maxEncodings = 2;

const decompressors = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
};
const decompressBrotli = promisify(brotliDecompress);

/**
 * The response with a decompressed body in UTF-8: some servers compress although they are asked not to (RFC 9110, section
 * 8.4), and some error pages have other encodings. The body stays unchanged if it can't be decoded, is compressed more than
 * twice, or is longer than `maxLength` bytes at any stage. Decompresses in the thread pool.
 */
export async function withReadableBody(response: HttpResponse, maxLength: number): Promise<HttpResponse> {
  const { headers } = response;
  const decompressed = await decompressAll(response.body, headers['content-encoding'] ?? '', maxLength);
  const body = decompressed && toUtf8(decompressed, headers['content-type'] ?? '');
  return body ? { ...response, body } : response;
}

/** Undoes the content encodings, the last one first. A body that was cut is decompressed as far as possible. */
async function decompressAll(
  body: Uint8Array,
  encodings: string,
  maxLength: number,
): Promise<Uint8Array | undefined> {
  const applied = encodings
    .toLowerCase()
    .split(',')
    .map((encoding) => encoding.trim())
    .filter((encoding) => encoding !== '' && encoding !== 'identity');
  if (applied.length > maxEncodings) return undefined;
  let bytes = body;
  try {
    for (const encoding of applied.toReversed()) {
      const decompressed = await decompress(bytes, encoding, maxLength);
      if (!decompressed) return undefined;
      bytes = decompressed;
    }
    return bytes;
  } catch {
    return undefined;
  }
}

/** Undefined if the encoding is unknown. Rejects as soon as the result is longer than `maxLength` bytes. */
async function decompress(
  bytes: Uint8Array,
  encoding: string,
  maxLength: number,
): Promise<Uint8Array | undefined> {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
    case 'deflate':
      return decompressors[encoding](bytes, {
        maxOutputLength: maxLength,
        finishFlush: constants.Z_SYNC_FLUSH,
      });
    case 'br':
      return decompressBrotli(bytes, { maxOutputLength: maxLength });
    default:
      return undefined;
  }
}

function toUtf8(bytes: Uint8Array, contentType: string): Uint8Array {
  const [, declared = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType) ?? [];
  const charset = utf16Of(bytes) ?? declared;
  if (/^utf-?8$|^us-ascii$/i.test(charset)) return bytes;
  try {
    return new TextEncoder().encode(new TextDecoder(charset).decode(bytes));
  } catch {
    // An unknown charset is more often a mistake of the server than another encoding.
    return bytes;
  }
}

/**
 * Which UTF-16 a text is in, by its byte order mark or, because it begins with ASCII, its zero bytes; undefined if it is in
 * another encoding. Some servers declare none, or a wrong one, and a secret in it would not be found to be masked.
 */
function utf16Of([first, second, third, fourth]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first && second === 0 && third && fourth === 0) return 'utf-16le';
  if (first === 0 && second && third === 0 && fourth) return 'utf-16be';
  return undefined;
}
