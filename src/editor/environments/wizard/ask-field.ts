import { extensions, l10n } from 'vscode';
import {
  type ClientAuthenticationMethod,
  clientAuthenticationMethods,
} from '../../../environments/authentication.ts';
import { readProviderAddress } from '../../../environments/authorization-server.ts';
import {
  type DraftField,
  defaultOf,
  type EnvironmentDraft,
} from '../../../environments/environment-draft.ts';
import { fieldProblem } from '../../../environments/field-problem.ts';
import {
  grantSettings,
  grantTypes,
  isProviderGrant,
  type ProviderGrantType,
} from '../../../environments/grant-types.ts';
import { grants } from '../../../identity/grants/grants.ts';
import { fieldWords } from './environment-fields.ts';
import { type Answer, askChoice, askText, type Choice, type Step } from './questions.ts';

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
  { taken, checkIssuer }: FieldChecks,
): Promise<Answer> {
  const { prompt, placeholder } = fieldWords[field];
  const choices = choicesOf(field, draft);
  if (choices !== undefined) {
    const answer = await askChoice(step, prompt(), choices, draft[field]);
    const isOther = answer.kind === 'answered' && answer.value === otherProvider;
    if (!isOther) return answer;
  }
  const check = async (text: string, signal: AbortSignal) => {
    const issuer = readProviderAddress(text, 'issuer');
    if (!issuer.ok) return issuer.failure;
    const grantType = isProviderGrant(draft.grantType) ? draft.grantType : 'authorization_code';
    return checkIssuer(issuer.value, grantType, signal);
  };
  return askText(step, {
    prompt:
      field === 'providerId'
        ? l10n.t('Enter the ID of the authentication provider, as its extension defines it.')
        : prompt(),
    placeholder,
    value: draft[field] ?? defaultOf(field, draft),
    validate: (text) =>
      field === 'name' && taken.has(text.trim())
        ? l10n.t('An environment with this name already exists.')
        : fieldProblem(field, text, draft),
    check: field === 'issuer' ? check : undefined,
  });
}

/** Undefined for a field that is a text. */
export function choicesOf(
  field: DraftField,
  { grantType }: EnvironmentDraft,
): readonly Choice<string>[] | undefined {
  switch (field) {
    case 'grantType':
      return grantTypes.map((value) => ({
        value,
        label: grants[value].label(),
        detail: grants[value].detail(),
      }));
    case 'clientAuthentication': {
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
    case 'providerBy':
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
    case 'providerId':
      return [
        ...installedProviders(),
        {
          value: otherProvider,
          label: l10n.t('Other…'),
          description: l10n.t('Enter the ID of the provider'),
        },
      ];
    default:
      return undefined;
  }
}

/** The choice of a provider that isn't installed. */
const otherProvider = '';

function installedProviders(): readonly Choice<string>[] {
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
