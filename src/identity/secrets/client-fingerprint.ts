import { createHash } from 'node:crypto';
import type { ClientAuthenticationMethod } from '../../environments/authentication.ts';

/** Differs for each method and client secret, and doesn't reveal the secret. */
export function clientFingerprint(method: ClientAuthenticationMethod, clientSecret: string): string {
  return createHash('sha256')
    .update(JSON.stringify([method, clientSecret]))
    .digest('base64url');
}
