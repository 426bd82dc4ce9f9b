import { extensions, l10n } from 'vscode';
import {
  type ClientAuthenticationMethod,
  clientAuthenticationMethods,
} from '../../../environments/authentication.ts';
import type { DraftField, EnvironmentDraft } from '../../../environments/environment-draft.ts';
import { grantSettings, grantTypes } from '../../../environments/grant-types.ts';
import { grants } from '../../../identity/grants/grants.ts';
import type { QuestionChoice } from './questions.ts';

/** How a field is asked for. */
interface FieldWords {
  /** In a list. */
  readonly label: () => string;
  readonly prompt: () => string;
  readonly placeholder?: string;
  /** Absent for a field that is a text. */
  readonly choices?: (draft: EnvironmentDraft) => readonly QuestionChoice<string>[];
}

/** The choice of a provider that isn't installed. */
export const otherProvider = '';

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
    choices: () =>
      grantTypes.map((value) => ({
        value,
        label: grants[value].label(),
        detail: grants[value].detail(),
      })),
  },
  clientId: {
    label: () => l10n.t('Client ID'),
    prompt: () => l10n.t('Enter the client application key (client_id).'),
  },
  clientAuthentication: {
    label: () => l10n.t('Client authentication'),
    prompt: () => l10n.t('How does the client authenticate at the token endpoint?'),
    choices: ({ grantType }) => {
      const labels: Readonly<Record<ClientAuthenticationMethod, string>> = {
        none: l10n.t('No client secret (public client)'),
        client_secret_basic: l10n.t('Client secret in the Authorization header'),
        client_secret_post: l10n.t('Client secret in the request body'),
      };
      const requiresSecret = grantType && grantSettings[grantType].requiresSecret;
      return clientAuthenticationMethods
        .filter((value) => value !== 'none' || !requiresSecret)
        .map((value) => ({ value, label: labels[value], description: value }));
    },
  },
  providerBy: {
    label: () => l10n.t('Provider endpoints'),
    prompt: () => l10n.t('How are the endpoints of the identity provider found?'),
    choices: () => [
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
    ],
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
    choices: () => [
      ...installedProviders(),
      { value: otherProvider, label: l10n.t('Other…'), description: l10n.t('Enter the ID of the provider') },
    ],
  },
};

function installedProviders(): readonly QuestionChoice<string>[] {
  return extensions.all.flatMap(({ id: extension, packageJSON }) => {
    // The manifest of another extension may contain anything.
    const contributed: unknown = packageJSON?.contributes?.authentication;
    if (extension === 'dataset-studio.dataset-studio' || !Array.isArray(contributed)) return [];
    return contributed.flatMap(({ id, label }: { id?: unknown; label?: unknown }) =>
      typeof id === 'string'
        ? [{ value: id, label: typeof label === 'string' ? label : id, description: id }]
        : [],
    );
  });
}
