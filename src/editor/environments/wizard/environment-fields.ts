import { l10n } from 'vscode';
import type { DraftField } from '../../../environments/environment-draft.ts';

/** How a field is asked for. */
interface FieldWords {
  /** In a list. */
  readonly label: () => string;
  readonly prompt: () => string;
  readonly placeholder?: string;
}

export const fieldWords: Readonly<Record<DraftField, FieldWords>> = {
  name: {
    label: () => l10n.t('Name'),
    prompt: () => l10n.t('Enter a name for the environment, such as staging.'),
  },
  baseUrl: {
    label: () => l10n.t('Base URL'),
    prompt: () => l10n.t("Enter the gateway's base URL."),
    placeholder: 'https://gateway.example/api',
  },
  reportingPath: {
    label: () => l10n.t('Reporting service path'),
    prompt: () => l10n.t('Enter the path segment of the reporting service.'),
  },
  retentionPolicy: {
    label: () => l10n.t('Retention policy'),
    prompt: () => l10n.t('Enter the value of defaultRetentionPolicy. An empty value omits the parameter.'),
    placeholder: 'None, basicFIFO',
  },
  authorizationScheme: {
    label: () => l10n.t('Authorization scheme'),
    prompt: () =>
      l10n.t(
        'Enter the authorization scheme in the Authorization header. Leave it empty for a gateway that expects the token without a scheme.',
      ),
  },
  grantType: {
    label: () => l10n.t('Grant type'),
    prompt: () => l10n.t('How do you get access tokens?'),
  },
  clientId: {
    label: () => l10n.t('Client ID'),
    prompt: () => l10n.t('Enter the client application key (client_id).'),
  },
  clientAuthentication: {
    label: () => l10n.t('Client authentication'),
    prompt: () => l10n.t('How does the client authenticate at the token endpoint?'),
  },
  providerBy: {
    label: () => l10n.t('Provider endpoints'),
    prompt: () => l10n.t('How are the endpoints of the identity provider found?'),
  },
  issuer: {
    label: () => l10n.t('Issuer'),
    prompt: () => l10n.t("Enter the identity provider's issuer URL. Its discovery document will be checked."),
    placeholder: 'https://login.example',
  },
  authorizationEndpoint: {
    label: () => l10n.t('Authorization endpoint'),
    prompt: () => l10n.t('Enter the URL where the browser signs in.'),
    placeholder: 'https://login.example/authorize',
  },
  deviceAuthorizationEndpoint: {
    label: () => l10n.t('Device authorization endpoint'),
    prompt: () => l10n.t('Enter the URL that issues device codes.'),
    placeholder: 'https://login.example/device_authorization',
  },
  tokenEndpoint: {
    label: () => l10n.t('Token endpoint'),
    prompt: () => l10n.t('Enter the URL that issues tokens.'),
    placeholder: 'https://login.example/token',
  },
  scopes: {
    label: () => l10n.t('Scopes'),
    prompt: () => l10n.t('Enter the scopes to request, separated by spaces.'),
  },
  parameters: {
    label: () => l10n.t('Additional authorization parameters'),
    prompt: () =>
      l10n.t(
        'Enter additional authorization parameters, in query-string form. A parameter without a value is omitted.',
      ),
    placeholder: 'audience=https://gateway.example&access_type=offline',
  },
  redirectUri: {
    label: () => l10n.t('Redirect URI'),
    prompt: () =>
      l10n.t(
        'Enter the redirect URI that is registered at the identity provider. Leave it empty if the provider accepts any port of this machine.',
      ),
    placeholder: 'http://127.0.0.1:8765/callback',
  },
  providerId: {
    label: () => l10n.t('Authentication provider'),
    prompt: () => l10n.t('Which accounts does the gateway trust?'),
  },
};
