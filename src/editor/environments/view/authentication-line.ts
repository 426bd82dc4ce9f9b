import { l10n } from 'vscode';
import type { Authentication } from '../../../environments/authentication.ts';
import type { AuthorizationServer } from '../../../environments/authorization-server.ts';
import type { Environment } from '../../../environments/environment.ts';
import { plainText } from '../../../text/plain-text.ts';

/** How an environment gets tokens, in one line: grant type, provider, issuer and scopes. */
export function authenticationLine({ authentication }: Environment): string {
  return [l10n.t('Grant type: {0}', authentication.grantType), ...detailsOf(authentication)]
    .map(withoutIcons)
    .join(' · ');
}

function detailsOf(authentication: Authentication): string[] {
  if ('server' in authentication)
    return [...serverDetails(authentication.server), scopesDetail(authentication.scopes)];
  if (!('providerId' in authentication)) return [];
  const { providerId, scopes } = authentication;
  return [l10n.t('Provider: {0}', plainText(providerId, 100)), scopesDetail(scopes)];
}

function serverDetails(server: AuthorizationServer): string[] {
  if (server.by === 'discovery') return [l10n.t('Issuer: {0}', server.issuer.href)];
  return [
    ...(server.issuer === undefined ? [] : [l10n.t('Issuer: {0}', plainText(server.issuer))]),
    ...(server.authorizationEndpoint
      ? [l10n.t('Authorization endpoint: {0}', server.authorizationEndpoint.href)]
      : []),
    ...(server.deviceAuthorizationEndpoint
      ? [l10n.t('Device authorization endpoint: {0}', server.deviceAuthorizationEndpoint.href)]
      : []),
    l10n.t('Token endpoint: {0}', server.tokenEndpoint.href),
  ];
}

function scopesDetail(scopes: readonly string[]): string {
  return scopes.length === 0 ? l10n.t('Scopes: none') : l10n.t('Scopes: {0}', scopes.join(' '));
}

/** `$(…)` is an icon in a pick. */
function withoutIcons(text: string): string {
  return text.replaceAll('$(', '$ (');
}
