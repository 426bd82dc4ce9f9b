import { l10n } from 'vscode';
import type { Authentication, AuthorizationServer } from '../../../environments/authentication.ts';
import type { Environment } from '../../../environments/environment.ts';
import { plainText } from '../../../text/plain-text.ts';

/** Where an environment's tokens come from, in one line: grant, provider, issuer and scopes. */
export function authenticationLine({ authentication }: Environment): string {
  return [l10n.t('Grant: {0}', authentication.grantType), ...partsOf(authentication)]
    .map(withoutIcons)
    .join(' · ');
}

function partsOf(authentication: Authentication): string[] {
  switch (authentication.grantType) {
    case 'password':
    case 'token':
      return [];
    case 'session':
      return [
        l10n.t('Provider: {0}', plainText(authentication.providerId, 100)),
        scopesPart(authentication.scopes),
      ];
    case 'authorization_code':
      return [...serverParts(authentication.server), scopesPart(authentication.scopes)];
  }
}

function serverParts(server: AuthorizationServer): string[] {
  if (server.by === 'discovery') return [l10n.t('Issuer: {0}', server.issuer.href)];
  return [
    ...(server.issuer === undefined ? [] : [l10n.t('Issuer: {0}', plainText(server.issuer))]),
    l10n.t('Authorization endpoint: {0}', server.authorizationEndpoint.href),
    l10n.t('Token endpoint: {0}', server.tokenEndpoint.href),
  ];
}

function scopesPart(scopes: readonly string[]): string {
  return scopes.length === 0 ? l10n.t('Scopes: none') : l10n.t('Scopes: {0}', scopes.join(' '));
}

/** In a pick `$(…)` is an icon. */
function withoutIcons(text: string): string {
  return text.replaceAll('$(', '$ (');
}
