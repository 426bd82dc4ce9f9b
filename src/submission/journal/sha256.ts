import { createHash } from 'node:crypto';

/** Of a body, in lower-case hexadecimal: by it the journal knows the same content again. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
