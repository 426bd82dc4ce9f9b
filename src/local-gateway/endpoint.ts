import type { IncomingMessage } from 'node:http';

/** The response of an endpoint. `body` is sent as JSON. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** An error in the format of an API gateway. */
export function problem(status: number, message: string, headers: Record<string, string> = {}): Answer {
  return { status, headers, body: { statusCode: status, message } };
}

/** A request's body; undefined if it is larger than `limit` bytes. Then the rest is read and discarded. */
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

/** Whether the body has a media type. A request without `Content-Type` is accepted (specification, section 4). */
export function hasMediaType({ headers }: IncomingMessage, mediaType: string): boolean {
  const given = headers['content-type'];
  return given === undefined || given.split(';')[0]?.trim().toLowerCase() === mediaType;
}
