import * as l10n from '@vscode/l10n';
import { isLoopback } from '../gateway/service.ts';
import { failure, type Result, success } from '../result.ts';

/** Whether credentials may be sent there: TLS (RFC 6749, sections 3.1.2.1 and 3.2), or a loopback host. */
export function isSecureAddress(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
}

/** VS Code hands URLs with its scheme and this host to the extension. */
const extensionId = 'dataset-studio.dataset-studio';

/** The path of a discovery document, which people copy instead of the issuer: an issuer's path comes before or after it. */
const wellKnownPath = /\/\.well-known\/(?:openid-configuration|oauth-authorization-server)(?=\/|$)/;

/**
 * Reads the URL of an identity provider; the failure is a sentence for the user. An endpoint can have a query (RFC 6749,
 * sections 3.1 and 3.2), an issuer can't (RFC 8414, section 2); neither has a fragment or a user name. A redirect URI can be the
 * editor's own address, with the editor's scheme (RFC 8252, section 7.1).
 */
export function readProviderAddress(
  text: string,
  kind: 'issuer' | 'endpoint' | 'redirect',
): Result<URL, string> {
  const trimmed = kind === 'issuer' ? text.trim().replace(wellKnownPath, '') : text.trim();
  if (!URL.canParse(trimmed))
    return failure(l10n.t('This is not a URL. Enter one such as https://login.example.'));
  const url = new URL(trimmed);
  if (kind === 'redirect' && url.host === extensionId && !url.hash) return success(url);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return failure(l10n.t('The URL must begin with https://.'));
  if (!isSecureAddress(url))
    return failure(
      l10n.t('The URL must begin with https://. Only URLs of this machine can begin with http://.'),
    );
  if (url.username || url.password) return failure(l10n.t("The URL can't contain a user name or password."));
  if (url.hash) return failure(l10n.t('The URL can\'t contain a fragment: remove "#" and what follows.'));
  if (kind === 'issuer' && url.search)
    return failure(l10n.t('The URL of an issuer can\'t contain a query: remove "?" and what follows.'));
  return success(url);
}

/** Identifies an environment in a message. */
export interface Place extends Record<string, string> {
  /** Such as `dataset.environments[0]`. */
  readonly place: string;
  readonly name: string;
}
