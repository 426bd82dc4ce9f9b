import assert from 'node:assert/strict';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { HttpResponse } from '../../../../../src/gateway/http.ts';
import { withReadableBody } from '../../../../../src/gateway/network/response/readable-body.ts';
import { maxResponseSize } from '../../../../../src/gateway/network/response/response-collector.ts';

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

  it('limits the result of the first of two encodings, too', async () => {
    const emptyMember = gzipSync('');
    const bomb = gzipSync(Buffer.concat(Array.from({ length: 500_000 }, () => emptyMember)));
    assert.deepEqual(await read(packed('gzip, gzip', bomb)), bomb);
  });
});
