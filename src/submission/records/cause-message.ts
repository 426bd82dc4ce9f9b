import * as l10n from '@vscode/l10n';
import type { Cause } from '../journal/entry.ts';

/** Why a recorded submission came to what it came to, in a few words for a list. Plain text; empty where nothing is known. */
export function describeCause(cause: Cause): string {
  const { kind, host = '', code = '', status = 0, seconds = 0, detail = '' } = cause;
  switch (kind) {
    case 'name-not-found':
      return l10n.t('the name {host} is not known', { host });
    case 'refused':
      return l10n.t('{host} refused the connection', { host });
    case 'unreachable':
      return l10n.t("{host} can't be reached", { host });
    case 'certificate':
      return l10n.t('the certificate of {host} is not trusted ({code})', { host, code });
    case 'tls':
      return l10n.t('no secure connection to {host} ({code})', { host, code });
    case 'proxy':
      return l10n.t('the proxy on the way to {host} failed', { host });
    case 'invalid-header':
      return l10n.t("a credential holds a character that can't be sent");
    case 'connection-lost':
      return l10n.t('the connection broke before an answer came ({code})', { code });
    case 'timeout':
      return l10n.t('no answer within {seconds} s', { seconds });
    case 'cancelled':
      return l10n.t('cancelled after the request had left');
    case 'invalid-response':
      return l10n.t('what came back is no HTTP response ({code})', { code });
    case 'status':
      return [l10n.t('status {status}', { status }), detail].filter((part) => part !== '').join(': ');
    case 'process-gone':
      return l10n.t('the program ended before an answer came');
    case 'newer':
      return l10n.t('a newer version of Dataset Studio noted it');
    case 'damaged':
      return l10n.t('its record is damaged');
    case 'journal':
      return l10n.t("the journal couldn't be written ({code})", { code });
    case 'earlier':
      return l10n.t('an earlier submission of the same content stood against it');
    case 'subscription-key':
      return l10n.t('the subscription key');
    case 'token':
      return [l10n.t('no access token'), detail].filter((part) => part !== '').join(': ');
    case 'forbidden':
      return l10n.t('no permission');
    case 'address':
      return l10n.t('the address');
    case 'too-large':
      return l10n.t('the document is too large');
    case 'busy':
      return l10n.t('the gateway is busy');
    case 'redirect':
      return l10n.t('a redirect to {target}', { target: detail });
    case 'other':
      return code === '' ? detail : l10n.t('no connection to {host} ({code})', { host, code });
    default:
      return detail;
  }
}
