import { l10n } from 'vscode';
import {
  type ClientAuthenticationMethod,
  clientAuthenticationMethods,
} from '../../../environments/authentication.ts';
import type { DraftField } from '../../../environments/environment-draft.ts';
import { type GrantType, grantSettings, grantTypes } from '../../../environments/grant-types.ts';
import { grants } from '../../../identity/grants/grants.ts';

/** The labels of fields in a list. */
export const fieldLabels: Readonly<Record<DraftField, () => string>> = {
  name: () => l10n.t('Name'),
  baseUrl: () => l10n.t('Base URL'),
  reportingPath: () => l10n.t('Reporting service path'),
  retentionPolicy: () => l10n.t('Retention policy'),
  authorizationScheme: () => l10n.t('Authorization scheme'),
  grantType: () => l10n.t('Grant type'),
  clientId: () => l10n.t('Client ID'),
  clientAuthentication: () => l10n.t('Client authentication'),
  providerBy: () => l10n.t('Provider endpoints'),
  issuer: () => l10n.t('Issuer'),
  authorizationEndpoint: () => l10n.t('Authorization endpoint'),
  deviceAuthorizationEndpoint: () => l10n.t('Device authorization endpoint'),
  tokenEndpoint: () => l10n.t('Token endpoint'),
  scopes: () => l10n.t('Scopes'),
  parameters: () => l10n.t('Additional authorization parameters'),
  redirectUri: () => l10n.t('Redirect URI'),
  providerId: () => l10n.t('Authentication provider'),
};

interface FieldChoice<Value> {
  readonly value: Value;
  readonly label: string;
  readonly detail: string;
}

export function grantChoices(): readonly FieldChoice<GrantType>[] {
  return grantTypes.map((value) => ({
    value,
    label: grants[value].label(),
    detail: grants[value].detail(),
  }));
}

/** Some grants require a secret. */
export function clientAuthenticationChoices(
  grantType: GrantType | undefined,
): readonly FieldChoice<ClientAuthenticationMethod>[] {
  const details: Readonly<Record<ClientAuthenticationMethod, string>> = {
    none: l10n.t('A public client, which has no secret.'),
    client_secret_basic: l10n.t('A client secret in the Authorization header.'),
    client_secret_post: l10n.t('A client secret in the body of the request.'),
  };
  const requiresSecret = grantType !== undefined && grantSettings[grantType].requiresSecret;
  return clientAuthenticationMethods
    .filter((value) => value !== 'none' || !requiresSecret)
    .map((value) => ({ value, label: value, detail: details[value] }));
}

export function providerByChoices(): readonly FieldChoice<'discovery' | 'endpoints'>[] {
  return [
    {
      value: 'discovery',
      label: l10n.t('By its issuer'),
      detail: l10n.t('For a provider with a discovery document (OpenID Connect Discovery, RFC 8414).'),
    },
    {
      value: 'endpoints',
      label: l10n.t('By its endpoints'),
      detail: l10n.t('For a provider without discovery.'),
    },
  ];
}
