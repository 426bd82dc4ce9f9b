import assert from 'node:assert/strict';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { HttpResponse } from '../../../../../src/gateway/http.ts';
import { withReadableBody } from '../../../../../src/gateway/network/response/readable-body.ts';
import { maxResponseSize } from '../../../../../src/gateway/network/response/response-collector.ts';

function packed(encoding: string, body: Uint8Array): HttpResponse {
  return { status: 200, headers: { 'content-encoding': encoding }, body, complete: true };
}

/** Compressed so many times. */
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
    it(`unpacks what is compressed ${times} times`, async () =>
      assert.equal((await read(gzipped('text', times))).toString(), 'text'));

  for (const times of [3, 1500])
    it(`leaves what is compressed ${times} times as it came`, async () => {
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
    it(`lets others work while it unpacks ${encoding}`, async () => {
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

    it(`leaves what unpacks to more than the largest response as it came (${encoding})`, async () => {
      const bomb = compress(Buffer.alloc(maxResponseSize + 1));
      assert.deepEqual(await read(packed(encoding, bomb)), bomb);
    });
  }

  it('bounds what comes out of the first of two encodings as well', async () => {
    const emptyMember = gzipSync('');
    const bomb = gzipSync(Buffer.concat(Array.from({ length: 500_000 }, () => emptyMember)));
    assert.deepEqual(await read(packed('gzip, gzip', bomb)), bomb);
  });
});
