import { readFile } from 'node:fs/promises';
import { Agent, request } from 'undici';

/** What a short program with undici does that opens a connection for each request: `bare-client <address> <requests at once> <files>`. */
const [, , address = '', concurrency = '', ...files] = process.argv;
const dispatcher = new Agent({ connections: Number(concurrency) });
const queue = files.values();
const work = async () => {
  for (const file of queue) {
    const { statusCode, body } = await request(address, {
      method: 'POST',
      body: await readFile(file),
      headers: { 'content-type': 'application/json' },
      // Sends `Connection: close`.
      reset: true,
      dispatcher,
    });
    await body.text();
    if (statusCode !== 201) throw new Error(`Status ${statusCode}`);
  }
};
await Promise.all(Array.from({ length: Number(concurrency) }, work));
await dispatcher.close();
