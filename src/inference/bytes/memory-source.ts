import type { DataSource, InferencePorts } from '../source.ts';

/** Bytes of a chunk: each of them is reported as progress. */
const chunkSize = 512 * 1024;

/** A file whose content is in memory. */
export function memorySource({
  name,
  label,
  content,
}: Pick<DataSource, 'name' | 'label'> & { readonly content: Uint8Array }): DataSource {
  return {
    name,
    label,
    size: content.length,
    async *stream() {
      for (let start = 0; start < content.length; start += chunkSize)
        yield content.subarray(start, start + chunkSize);
    },
    readAt: async (position, length) => content.slice(position, position + length),
  };
}

/** What browsers and Node.js have in common. */
export const webPorts: InferencePorts = {
  async *gunzip(compressed) {
    const chunks = compressed[Symbol.asyncIterator]();
    const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        // A chunk is valid until the next one is requested.
        else controller.enqueue(value.slice());
      },
      cancel: async () => void (await chunks.return?.()),
    });
    const reader = stream.pipeThrough(new DecompressionStream('gzip')).getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        yield value;
      }
    } finally {
      await reader.cancel().catch(() => undefined);
    }
  },
};
