import { extensions, l10n } from 'vscode';
import { isQueryString, parametersOf, readParameters } from '../../../environments/additional-parameters.ts';
import { readProviderAddress } from '../../../environments/authorization-server.ts';
import { isUsableName } from '../../../environments/environment.ts';
import {
  type DraftField,
  defaultOf,
  type EnvironmentDraft,
} from '../../../environments/environment-draft.ts';
import { isProviderGrant, type ProviderGrantType } from '../../../environments/grant-types.ts';
import { describeBaseUrlFailure, parseBaseUrl } from '../../../gateway/service.ts';
import { clientAuthenticationChoices, grantChoices, providerByChoices } from './environment-fields.ts';
import { type Answer, askChoice, askText, type Step, type TextQuestion } from './questions.ts';

export interface FieldChecks {
  /** The names of other environments. */
  readonly taken: ReadonlySet<string>;
  /** Looks for a discovery document; returns what is wrong, undefined if nothing is. */
  readonly checkIssuer: (
    issuer: URL,
    grantType: ProviderGrantType,
    signal: AbortSignal,
  ) => Promise<string | undefined>;
}

/** Asks for one field of an environment. */
export async function askField(
  field: DraftField,
  draft: EnvironmentDraft,
  step: Step,
  dependencies: FieldChecks,
): Promise<Answer> {
  switch (field) {
    case 'grantType':
      return askChoice<string>(step, l10n.t('How do you get access tokens?'), grantChoices(), draft[field]);
    case 'clientAuthentication': {
      const question = l10n.t('How does the client authenticate at the token endpoint?');
      return askChoice<string>(step, question, clientAuthenticationChoices(draft.grantType), draft[field]);
    }
    case 'providerBy': {
      const question = l10n.t('How are the endpoints of the identity provider found?');
      return askChoice<string>(step, question, providerByChoices(), draft[field]);
    }
    case 'providerId':
      return askProvider(draft, step);
    default:
      return askText(step, {
        ...textQuestion(field, draft, dependencies),
        value: draft[field] ?? defaultOf(field, draft),
      });
  }
}

type TextField = Exclude<DraftField, 'grantType' | 'clientAuthentication' | 'providerBy' | 'providerId'>;

function textQuestion(
  field: TextField,
  draft: EnvironmentDraft,
  { taken, checkIssuer }: FieldChecks,
): Omit<TextQuestion, 'value'> {
  const address = (kind: 'issuer' | 'endpoint' | 'redirect') => (text: string) => {
    const read = readProviderAddress(text, kind);
    return read.ok ? undefined : read.failure;
  };
  const endpoint = (prompt: string, path: string) => ({
    prompt,
    placeholder: `https://login.example/${path}`,
    validate: address('endpoint'),
  });
  switch (field) {
    case 'name':
      return {
        prompt: l10n.t('Enter a name for the environment, such as staging.'),
        validate: (text) => nameProblem(text.trim(), taken),
      };
    case 'baseUrl':
      return {
        prompt: l10n.t("Enter the gateway's base URL."),
        placeholder: 'https://gateway.example/api',
        validate: (text) => {
          const url = parseBaseUrl(text.trim());
          return url.ok ? undefined : describeBaseUrlFailure(url.failure);
        },
      };
    case 'clientId':
      return {
        prompt: l10n.t('Enter the client application key (client_id).'),
        validate: (text) => (text.trim() === '' ? l10n.t('Enter the client ID.') : undefined),
      };
    case 'issuer':
      return {
        prompt: l10n.t("Enter the identity provider's issuer URL. Its discovery document will be checked."),
        placeholder: 'https://login.example',
        validate: address('issuer'),
        check: async (text, signal) => {
          const read = readProviderAddress(text, 'issuer');
          if (!read.ok) return read.failure;
          const grantType = isProviderGrant(draft.grantType) ? draft.grantType : 'authorization_code';
          return checkIssuer(read.value, grantType, signal);
        },
      };
    case 'authorizationEndpoint':
      return endpoint(l10n.t('Enter the URL where the browser signs in.'), 'authorize');
    case 'deviceAuthorizationEndpoint':
      return endpoint(l10n.t('Enter the URL that issues device codes.'), 'device_authorization');
    case 'tokenEndpoint':
      return endpoint(l10n.t('Enter the URL that issues tokens.'), 'token');
    case 'scopes':
      return {
        prompt: l10n.t('Enter the scopes to request, separated by spaces.'),
        validate: scopesProblem,
      };
    case 'parameters':
      return {
        prompt: l10n.t(
          'Enter additional authorization parameters, in query-string form. A parameter without a value is omitted.',
        ),
        placeholder: 'audience=https://gateway.example&access_type=offline',
        validate: (text) => {
          if (!isQueryString(text))
            return l10n.t('Enter names and values with = between them, and & between the parameters.');
          const place = { name: draft.name ?? '', place: 'dataset.environments' };
          const read = readParameters(parametersOf(text), place);
          return read.ok ? undefined : read.failure;
        },
      };
    case 'redirectUri':
      return {
        prompt: l10n.t(
          'Enter the redirect URI that is registered at the identity provider. Leave it empty if the provider accepts any port of this machine.',
        ),
        placeholder: 'http://127.0.0.1:8765/callback',
        validate: (text) => (text.trim() === '' ? undefined : address('redirect')(text)),
      };
    case 'reportingPath':
      return {
        prompt: l10n.t('Enter the path segment of the reporting service.'),
        validate: () => undefined,
      };
    case 'retentionPolicy':
      return {
        prompt: l10n.t('Enter the value of defaultRetentionPolicy. An empty value omits the parameter.'),
        placeholder: 'None, basicFIFO',
        validate: () => undefined,
      };
    case 'authorizationScheme':
      return {
        prompt: l10n.t(
          'Enter the authorization scheme in the Authorization header. Leave it empty for a gateway that expects the token without a scheme.',
        ),
        validate: (text) =>
          /^[!#$%&'*+.^_`|~\w-]*$/.test(text.trim()) ? undefined : l10n.t('Enter one word, such as Bearer.'),
      };
  }
}

function nameProblem(name: string, taken: ReadonlySet<string>): string | undefined {
  if (name === '') return l10n.t('Enter a name.');
  if (!isUsableName(name)) return l10n.t('Enter a shorter name, without invisible characters.');
  return taken.has(name) ? l10n.t('An environment with this name already exists.') : undefined;
}

function scopesProblem(text: string): string | undefined {
  const wrong = text.split(/\s+/).find((scope) => !/^[\x21\x23-\x5b\x5d-\x7e]*$/.test(scope));
  return wrong === undefined
    ? undefined
    : l10n.t(
        '"{0}" is not a valid scope: it contains a quotation mark, a backslash, or a character outside ASCII.',
        wrong,
      );
}

/** Offers the installed providers, and any other by its ID. */
async function askProvider(draft: EnvironmentDraft, step: Step): Promise<Answer> {
  const other = '';
  const choices = [
    ...installedProviders().map(({ id, label }) => ({ label, description: id, value: id })),
    { label: l10n.t('Other…'), description: l10n.t('Enter the ID of the provider'), value: other },
  ];
  const answer = await askChoice(
    step,
    l10n.t('Which accounts does the gateway trust?'),
    choices,
    draft.providerId,
  );
  if (answer.kind !== 'answered' || answer.value !== other) return answer;
  return askText(step, {
    prompt: l10n.t('Enter the ID of the authentication provider, as its extension defines it.'),
    value: draft.providerId ?? '',
    validate: (text) => (text.trim() === '' ? l10n.t('Enter the ID.') : undefined),
  });
}

function installedProviders(): readonly { readonly id: string; readonly label: string }[] {
  return extensions.all.flatMap(({ id: extension, packageJSON }) => {
    // The manifest of another extension may contain anything.
    const contributed: unknown = packageJSON?.contributes?.authentication;
    if (extension === 'dataset-studio.dataset-studio' || !Array.isArray(contributed)) return [];
    return contributed.flatMap(({ id, label }: { id?: unknown; label?: unknown }) =>
      typeof id === 'string' ? [{ id, label: typeof label === 'string' ? label : id }] : [],
    );
  });
}
