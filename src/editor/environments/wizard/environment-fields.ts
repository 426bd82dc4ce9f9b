import { l10n } from 'vscode';
import type { ClientAuthenticationMethod, GrantType } from '../../../environments/authentication.ts';
import type { DraftField } from '../../../environments/environment-draft.ts';

/** What a field is called in a list. */
export function fieldLabel(field: DraftField): string {
  switch (field) {
    case 'name':
      return l10n.t('Name');
    case 'baseUrl':
      return l10n.t('Base address');
    case 'reportingPath':
      return l10n.t('Path of the reporting service');
    case 'retentionPolicy':
      return l10n.t('Retention policy');
    case 'authorizationScheme':
      return l10n.t('Word before the token');
    case 'grantType':
      return l10n.t('Where access tokens come from');
    case 'clientId':
      return l10n.t('Client ID');
    case 'clientAuthentication':
      return l10n.t('How the client proves itself');
    case 'providerBy':
      return l10n.t('How the identity provider is found');
    case 'issuer':
      return l10n.t('Issuer');
    case 'authorizationEndpoint':
      return l10n.t('Authorization endpoint');
    case 'tokenEndpoint':
      return l10n.t('Token endpoint');
    case 'scopes':
      return l10n.t('Scopes');
    case 'parameters':
      return l10n.t('More parameters of the sign-in');
    case 'providerId':
      return l10n.t('Authentication provider');
  }
}

export function grantChoices(): readonly { value: GrantType; label: string; detail: string }[] {
  return [
    {
      value: 'authorization_code',
      label: l10n.t('Identity provider'),
      detail: l10n.t('you sign in in the browser (authorization code with PKCE)'),
    },
    {
      value: 'password',
      label: l10n.t('User name and password'),
      detail: l10n.t("at the gateway's own token endpoint"),
    },
    {
      value: 'session',
      label: l10n.t('Account of VS Code'),
      detail: l10n.t('such as Microsoft, or the provider of another extension'),
    },
    { value: 'token', label: l10n.t('Access token'), detail: l10n.t('one that you paste') },
  ];
}

export function clientAuthenticationChoices(): readonly {
  value: ClientAuthenticationMethod;
  label: string;
  detail: string;
}[] {
  return [
    { value: 'none', label: 'none', detail: l10n.t('a public client, which has no secret') },
    {
      value: 'client_secret_basic',
      label: 'client_secret_basic',
      detail: l10n.t('a client secret, in the Authorization header'),
    },
    {
      value: 'client_secret_post',
      label: 'client_secret_post',
      detail: l10n.t('a client secret, in the body of the request'),
    },
  ];
}

export function providerByChoices(): readonly {
  value: 'discovery' | 'endpoints';
  label: string;
  detail: string;
}[] {
  return [
    {
      value: 'discovery',
      label: l10n.t('By its issuer'),
      detail: l10n.t('it describes itself there (OpenID Connect Discovery, RFC 8414)'),
    },
    {
      value: 'endpoints',
      label: l10n.t('By its endpoints'),
      detail: l10n.t('for a provider without discovery'),
    },
  ];
}
