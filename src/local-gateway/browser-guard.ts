import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from '../gateway/service.ts';
import { type Answer, problem } from './answer.ts';

/**
 * Keeps web pages out: any page in a browser can send requests to this machine, and by a name of its own that
 * resolves to 127.0.0.1 (DNS rebinding) read the answers as well. Undefined where the request may pass.
 */
export function refuseBrowsers({ host, origin }: IncomingHttpHeaders): Answer | undefined {
  if (origin !== undefined) return problem(403, 'The local gateway takes no requests from web pages.');
  // Only a host and a port: whatever else a URL parser would read from it is foreign.
  const plain = host !== undefined && /^[\w.-]+(?::\d+)?$|^\[[\da-f:]+\](?::\d+)?$/i.test(host);
  const address = `http://${host}`;
  if (!plain || !URL.canParse(address) || !isLoopback(new URL(address)))
    return problem(403, 'The local gateway answers to 127.0.0.1, ::1 and localhost only.');
  return undefined;
}
