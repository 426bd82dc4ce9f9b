import type { IncomingMessage } from 'node:http';

/**
 * A request's body; undefined where it is larger than `limit` bytes. What is too much is read and
 * dropped.
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size <= limit) chunks.push(chunk);
    else chunks.length = 0;
  }
  return size <= limit ? Buffer.concat(chunks) : undefined;
}

/** Whether the body is of a media type; a request that names none is taken as it is (specification, section 4). */
export function hasMediaType({ headers }: IncomingMessage, mediaType: string): boolean {
  const given = headers['content-type'];
  return given === undefined || given.split(';')[0]?.trim().toLowerCase() === mediaType;
}
