import type { Localize } from '../../text/localize.ts';
import type { Cause } from '../journal/entry.ts';

/** Why a recorded submission came to what it came to, in a few words for a list. Plain text; empty where nothing is known. */
export function describeCause(cause: Cause, localize: Localize): string {
  const { kind, host = '', code = '', status = 0, seconds = 0, detail = '' } = cause;
  switch (kind) {
    case 'name-not-found':
      return localize('the name {host} is not known', { host });
    case 'refused':
      return localize('{host} refused the connection', { host });
    case 'unreachable':
      return localize("{host} can't be reached", { host });
    case 'certificate':
      return localize('the certificate of {host} is not trusted ({code})', { host, code });
    case 'tls':
      return localize('no secure connection to {host} ({code})', { host, code });
    case 'proxy':
      return localize('the proxy on the way to {host} failed', { host });
    case 'invalid-header':
      return localize("a credential holds a character that can't be sent");
    case 'connection-lost':
      return localize('the connection broke before an answer came ({code})', { code });
    case 'timeout':
      return localize('no answer within {seconds} s', { seconds });
    case 'cancelled':
      return localize('cancelled after the request had left');
    case 'invalid-response':
      return localize('what came back is no HTTP response ({code})', { code });
    case 'status':
      return [localize('status {status}', { status }), detail].filter((part) => part !== '').join(': ');
    case 'process-gone':
      return localize('the program ended before an answer came');
    case 'newer':
      return localize('a newer version of Dataset Studio noted it');
    case 'damaged':
      return localize('its record is damaged');
    case 'journal':
      return localize("the journal couldn't be written ({code})", { code });
    case 'earlier':
      return localize('an earlier submission of the same content stood against it');
    case 'subscription-key':
      return localize('the subscription key');
    case 'token':
      return [localize('no access token'), detail].filter((part) => part !== '').join(': ');
    case 'forbidden':
      return localize('no permission');
    case 'address':
      return localize('the address');
    case 'too-large':
      return localize('the document is too large');
    case 'busy':
      return localize('the gateway is busy');
    case 'redirect':
      return localize('a redirect to {target}', { target: detail });
    case 'other':
      return code === '' ? detail : localize('no connection to {host} ({code})', { host, code });
    default:
      return detail;
  }
}
