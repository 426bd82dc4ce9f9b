import assert from 'node:assert/strict';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { HttpResponse } from '../../../../src/gateway/http.ts';
import { maxResponseSize } from '../../../../src/gateway/network/exchange.ts';
import { withReadableBody } from '../../../../src/gateway/network/readable-body.ts';

function packed(encoding: string, body: Uint8Array): HttpResponse {
  return { status: 200, headers: { 'content-encoding': encoding }, body, complete: true };
}

async function read(response: HttpResponse): Promise<Buffer> {
  return Buffer.from((await withReadableBody(response, maxResponseSize)).body);
}

describe('withReadableBody', () => {
  for (const encoding of ['gzip', 'X-GZIP', 'deflate', 'deflate without its header'])
    it(`decompresses ${encoding}`, async () => {
      const compress =
        encoding === 'deflate' ? deflateSync : encoding.startsWith('deflate ') ? deflateRawSync : gzipSync;
      assert.equal((await read(packed(encoding.replace(/ .*/, ''), compress('text')))).toString(), 'text');
    });

  it('does not change a body that is compressed in another way, or twice', async () => {
    for (const encoding of ['zstd', 'gzip, gzip', 'gzip'])
      assert.equal((await read(packed(encoding, Buffer.from('text')))).toString(), 'text');
  });

  for (const [encoding, compress] of [
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const) {
    it(`does not block the thread while it decompresses ${encoding}`, async () => {
      let turns = 0;
      let isDone = false;
      const countTurns = () => {
        turns += 1;
        if (!isDone) setImmediate(countTurns);
      };
      setImmediate(countTurns);
      const body = await read(packed(encoding, compress(Buffer.alloc(maxResponseSize))));
      isDone = true;
      assert.equal(body.byteLength, maxResponseSize);
      assert.ok(turns > 0);
    });

    it(`does not change a body whose decompressed size exceeds the limit (${encoding})`, async () => {
      const bomb = compress(Buffer.alloc(maxResponseSize + 1));
      assert.deepEqual(await read(packed(encoding, bomb)), bomb);
    });
  }

  const littleEndian = Buffer.from('{"id":"\u00c4"}', 'utf16le');
  const bigEndian = Buffer.from(littleEndian).swap16();
  const mark = Buffer.from([0xff, 0xfe]);
  for (const [name, body] of [
    ['UTF-16LE with a byte order mark', Buffer.concat([mark, littleEndian])],
    ['UTF-16BE with a byte order mark', Buffer.concat([Buffer.from(mark).swap16(), bigEndian])],
  ] as const)
    for (const type of ['application/json', 'application/json; charset=utf-8'])
      it(`decodes ${name} that is sent as ${type}`, async () => {
        const response = { status: 200, headers: { 'content-type': type }, body, complete: true };
        assert.equal((await read(response)).toString(), '{"id":"\u00c4"}');
      });
});
