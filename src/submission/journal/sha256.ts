import { createHash } from 'node:crypto';

/** In lower-case hexadecimal digits. The journal recognizes the same content by it. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
