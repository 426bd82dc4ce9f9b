import * as l10n from '@vscode/l10n';
import type { Cause } from '../journal/entry.ts';

/** The cause of a recorded outcome, short enough for a list. Plain text; empty if nothing is known. */
export function describeCause(cause: Cause): string {
  const { kind, host = '', code = '', status = 0, seconds = 0, detail = '' } = cause;
  switch (kind) {
    case 'name-not-found':
      return l10n.t('the host {host} was not found', { host });
    case 'refused':
      return l10n.t('{host} refused the connection', { host });
    case 'unreachable':
      return l10n.t("{host} can't be reached", { host });
    case 'certificate':
      return l10n.t('the certificate of {host} is not trusted ({code})', { host, code });
    case 'tls':
      return l10n.t('no secure connection to {host} ({code})', { host, code });
    case 'proxy':
      return l10n.t('the proxy for {host} failed', { host });
    case 'invalid-header':
      return l10n.t("a credential contains a character that can't be sent");
    case 'connection-lost':
      return l10n.t('the connection was lost before a response arrived ({code})', { code });
    case 'timeout':
      return l10n.t('no response within {seconds} s', { seconds });
    case 'cancelled':
      return l10n.t('cancelled after the request was sent');
    case 'invalid-response':
      return l10n.t('the response is not HTTP ({code})', { code });
    case 'status':
      return detail === ''
        ? l10n.t('status {status}', { status })
        : l10n.t('status {status}: {detail}', { status, detail });
    case 'process-gone':
      return l10n.t('the program ended before a response arrived');
    case 'newer':
      return l10n.t('it was recorded by a newer version of Dataset Studio');
    case 'damaged':
      return l10n.t('its record is damaged');
    case 'journal':
      return l10n.t("the journal couldn't be written ({code})", { code });
    case 'earlier':
      return l10n.t('the same content was submitted before');
    case 'subscription-key':
      return l10n.t('problem with the subscription key');
    case 'token':
      return detail === '' ? l10n.t('no access token') : l10n.t('no access token: {detail}', { detail });
    case 'forbidden':
      return l10n.t('no permission');
    case 'address':
      return l10n.t('problem with the address');
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
