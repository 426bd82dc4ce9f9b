import * as openid from 'openid-client';
import type { ClientAuthenticationMethod } from '../../environments/authentication.ts';

/** How requests to the token endpoint authenticate the client (RFC 6749, section 2.3.1). */
export function clientAuthentication(
  method: ClientAuthenticationMethod,
  clientSecret: string,
): openid.ClientAuth {
  switch (method) {
    case 'none':
      return openid.None();
    case 'client_secret_basic':
      return (_server, { client_id }, _body, headers) =>
        headers.set('authorization', basicCredentials(client_id, clientSecret));
    case 'client_secret_post':
      return openid.ClientSecretPost(clientSecret);
  }
}

/**
 * RFC 6749 asks for form encoding, and many servers don't decode. So nothing is encoded that servers of both kinds read as
 * it is: `-`, `_`, `.` and `~`, of which many secrets are made. A space becomes `%20`, which every decoder knows.
 */
function basicCredentials(clientId: string, clientSecret: string): string {
  const credentials = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  return `Basic ${Buffer.from(credentials).toString('base64')}`;
}
