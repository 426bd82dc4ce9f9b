import assert from 'node:assert/strict';
import type { FaultSetup } from '../fault-setup.ts';

const size = 16;

/** Batches at a gateway that sends a second response on the connection of each request, as if to a later one. */
export async function tryLateResponses(setup: FaultSetup, full: boolean): Promise<void> {
  for (const status of ['408 Request Timeout', '429 Too Many Requests', '201 Created'])
    for (const delay of full ? [0, 1, 2, 5, 10, 20, 50, 100] : [0, 20])
      await setup.point(async (name, folder) => {
        const names = Array.from({ length: size }, (_, index) => `${name}-${index}`);
        const body = '{"id":"of another"}';
        const response = `HTTP/1.1 ${status}\r\nRetry-After: 1\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
        setup.proxy.fault = { how: 'end', late: { response, delay } };
        setup.proxy.requestCounts = [];
        const report = await setup.submitInChild(names, folder);
        assert.deepEqual(
          report?.reported.map(({ kind }) => kind),
          names.map(() => 'created'),
        );
        // One for the token, and one for each dataset.
        assert.deepEqual(
          setup.proxy.requestCounts,
          Array.from({ length: size + 1 }, () => 1),
        );
        const point = `${status}, ${delay} ms after each response`;
        for (const each of names) await setup.check('late responses', `${point}, ${each}`, each, folder);
      });
}
