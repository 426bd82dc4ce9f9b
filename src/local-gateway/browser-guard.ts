import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from '../gateway/service.ts';
import { type Answer, problem } from './answer.ts';

/**
 * Refuses requests of web pages: any page in a browser can send requests to this machine and, with a host name that
 * resolves to 127.0.0.1 (DNS rebinding), read the responses. Undefined if the request is allowed.
 */
export function refuseBrowsers({ host, origin }: IncomingHttpHeaders): Answer | undefined {
  if (origin !== undefined) return problem(403, 'The local gateway does not accept requests from web pages.');
  // A host and a port, and nothing else that a URL parser would accept.
  const plain = host !== undefined && /^[\w.-]+(?::\d+)?$|^\[[\da-f:]+\](?::\d+)?$/i.test(host);
  const address = `http://${host}`;
  if (!plain || !URL.canParse(address) || !isLoopback(new URL(address)))
    return problem(403, 'The local gateway only accepts requests for 127.0.0.1, ::1, and localhost.');
  return undefined;
}
