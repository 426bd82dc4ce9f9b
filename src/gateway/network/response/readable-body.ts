import { promisify } from 'node:util';
import { brotliDecompress, constants, gunzip, inflate } from 'node:zlib';
import type { HttpResponse } from '../../http.ts';

/** No server compresses more often; each time costs as much as the largest body. */
const mostEncodings = 2;

const decompressors = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
};
const decompressBrotli = promisify(brotliDecompress);

/**
 * A response whose body is UTF-8, whatever the server sent: some compress although they are asked not to (RFC 9110, section
 * 8.4), and error pages come in other encodings. What can't be read, is compressed more than twice, or is longer than `longest`
 * bytes at any stage, stays as it came. Decompresses in the thread pool.
 */
export async function withReadableBody(response: HttpResponse, longest: number): Promise<HttpResponse> {
  const { headers } = response;
  const unpacked = await unpack(response.body, headers['content-encoding'] ?? '', longest);
  const body = unpacked && inUtf8(unpacked, headers['content-type'] ?? '');
  return body ? { ...response, body } : response;
}

/** Undoes the encodings, the last one first; what came of a body that was cut is given as far as it goes. */
async function unpack(body: Uint8Array, encodings: string, longest: number): Promise<Uint8Array | undefined> {
  const applied = encodings
    .toLowerCase()
    .split(',')
    .map((encoding) => encoding.trim())
    .filter((encoding) => encoding !== '' && encoding !== 'identity');
  if (applied.length > mostEncodings) return undefined;
  let bytes = body;
  try {
    for (const encoding of applied.toReversed()) {
      const unpacked = await decompress(bytes, encoding, longest);
      if (!unpacked) return undefined;
      bytes = unpacked;
    }
    return bytes;
  } catch {
    return undefined;
  }
}

/** Undefined where nobody knows the encoding; rejects as soon as more than `longest` bytes come out. */
async function decompress(
  bytes: Uint8Array,
  encoding: string,
  longest: number,
): Promise<Uint8Array | undefined> {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
    case 'deflate':
      return decompressors[encoding](bytes, {
        maxOutputLength: longest,
        finishFlush: constants.Z_SYNC_FLUSH,
      });
    case 'br':
      return decompressBrotli(bytes, { maxOutputLength: longest });
    default:
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
