import * as l10n from '@vscode/l10n';
import { isLoopback } from '../gateway/service.ts';

export type AddressReading =
  | { readonly ok: true; readonly url: URL }
  /** Whole sentences, fit for the user. */
  | { readonly ok: false; readonly message: string };

/** Whether credentials may travel there: TLS (RFC 6749, sections 3.1.2.1 and 3.2), or a host that is this machine. */
export function isSecureAddress(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
}

/**
 * An address of an identity provider as a person wrote it. An endpoint may have a query (RFC 6749, sections 3.1 and
 * 3.2), an issuer may not (RFC 8414, section 2); neither has a fragment or a user name.
 */
export function readProviderAddress(text: string, kind: 'issuer' | 'endpoint'): AddressReading {
  const refuse = (message: string): AddressReading => ({ ok: false, message });
  // People copy the address of the discovery document where the issuer is meant; a path comes before it or after it.
  const trimmed = text
    .trim()
    .replace(
      kind === 'issuer'
        ? /\/\.well-known\/(?:openid-configuration|oauth-authorization-server)(?=\/|$)/
        : /$^/,
      '',
    );
  if (!URL.canParse(trimmed))
    return refuse(l10n.t('This is no address. Type one such as https://login.example.'));
  const url = new URL(trimmed);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return refuse(l10n.t('The address must begin with https://.'));
  if (!isSecureAddress(url))
    return refuse(l10n.t('The address must begin with https://; http:// is for this machine only.'));
  if (url.username || url.password)
    return refuse(l10n.t('The address must not hold a user name or password.'));
  if (url.hash) return refuse(l10n.t('The address must end before "#".'));
  if (kind === 'issuer' && url.search) return refuse(l10n.t('The address must end before "?".'));
  return { ok: true, url };
}
