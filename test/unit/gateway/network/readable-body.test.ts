import assert from 'node:assert/strict';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { HttpResponse } from '../../../../src/gateway/http.ts';
import { maxResponseSize } from '../../../../src/gateway/network/exchange.ts';
import { withReadableBody } from '../../../../src/gateway/network/readable-body.ts';

function packed(encoding: string, body: Uint8Array): HttpResponse {
  return { status: 200, headers: { 'content-encoding': encoding }, body, complete: true };
}

/** Compresses `times` times. */
function gzipped(text: string, times: number): HttpResponse {
  let body: Uint8Array = Buffer.from(text);
  for (let layer = 0; layer < times; layer++) body = gzipSync(body);
  return packed(Array.from({ length: times }, () => 'gzip').join(', '), body);
}

async function read(response: HttpResponse): Promise<Buffer> {
  return Buffer.from((await withReadableBody(response, maxResponseSize)).body);
}

describe('withReadableBody', () => {
  for (const times of [0, 1, 2])
    it(`decompresses a body that is compressed ${times} times`, async () =>
      assert.equal((await read(gzipped('text', times))).toString(), 'text'));

  for (const times of [3, 1500])
    it(`does not change a body that is compressed ${times} times`, async () => {
      const response = gzipped('text', times);
      assert.deepEqual(await read(response), Buffer.from(response.body));
    });

  it("doesn't count identity as an encoding", async () => {
    const { body } = gzipped('text', 2);
    assert.equal((await read(packed('identity, gzip,, gzip', body))).toString(), 'text');
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
    ['UTF-16LE', littleEndian],
    ['UTF-16BE', bigEndian],
    ['UTF-16LE with a byte order mark', Buffer.concat([mark, littleEndian])],
    ['UTF-16BE with a byte order mark', Buffer.concat([Buffer.from(mark).swap16(), bigEndian])],
  ] as const)
    for (const type of ['application/json', 'application/json; charset=utf-8'])
      it(`decodes ${name} that is sent as ${type}`, async () => {
        const response = { status: 200, headers: { 'content-type': type }, body, complete: true };
        assert.equal((await read(response)).toString(), '{"id":"\u00c4"}');
      });

  it("doesn't take a few bytes, or binary data, for UTF-16", async () => {
    for (const body of ['', 'a', 'a\0', 'a\0b', 'a\0\0\0', 'id\0\0'].map((text) => Buffer.from(text)))
      assert.deepEqual(await read({ status: 200, headers: {}, body, complete: true }), body);
  });

  it('limits the result of the first of two encodings, too', async () => {
    const emptyMember = gzipSync('');
    const bomb = gzipSync(Buffer.concat(Array.from({ length: 500_000 }, () => emptyMember)));
    assert.deepEqual(await read(packed('gzip, gzip', bomb)), bomb);
  });
});
