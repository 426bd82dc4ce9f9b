import { extensions, l10n } from 'vscode';
import { parametersOf, readParameters } from '../../../environments/additional-parameters.ts';
import { readProviderAddress } from '../../../environments/address.ts';
import {
  type DraftField,
  defaultOf,
  type EnvironmentDraft,
} from '../../../environments/environment-draft.ts';
import { parseBaseUrl } from '../../../gateway/service.ts';
import { plainText } from '../../../text/plain-text.ts';
import { clientAuthenticationChoices, grantChoices, providerByChoices } from './environment-fields.ts';
import { type Answer, askChoice, askText, type Step, type TextQuestion } from './questions.ts';

export interface FieldDependencies {
  /** Names that other environments have. */
  readonly taken: ReadonlySet<string>;
  /** Whether an identity provider answers at an issuer: undefined, or what is wrong. */
  readonly checkIssuer: (issuer: URL, signal: AbortSignal) => Promise<string | undefined>;
}

/** Asks for one field of an environment. */
export async function askField(
  field: DraftField,
  draft: EnvironmentDraft,
  step: Step,
  parts: FieldDependencies,
): Promise<Answer> {
  switch (field) {
    case 'grantType':
      return askChoice<string>(
        step,
        l10n.t('Where do access tokens come from?'),
        grantChoices(),
        draft.grantType,
      );
    case 'clientAuthentication':
      return askChoice<string>(
        step,
        l10n.t('How does the client prove itself at the token endpoint?'),
        clientAuthenticationChoices(),
        draft.clientAuthentication,
      );
    case 'providerBy':
      return askChoice<string>(
        step,
        l10n.t('How is the identity provider found?'),
        providerByChoices(),
        draft.providerBy,
      );
    case 'providerId':
      return askProvider(draft, step);
    default:
      return askText(step, {
        ...textQuestion(field, draft, parts),
        value: draft[field] ?? defaultOf(field, draft),
      });
  }
}

type TextField = Exclude<DraftField, 'grantType' | 'clientAuthentication' | 'providerBy' | 'providerId'>;

function textQuestion(
  field: TextField,
  draft: EnvironmentDraft,
  { taken, checkIssuer }: FieldDependencies,
): Omit<TextQuestion, 'value'> {
  const address = (kind: 'issuer' | 'endpoint') => (text: string) => {
    const read = readProviderAddress(text, kind);
    return read.ok ? undefined : read.message;
  };
  switch (field) {
    case 'name':
      return {
        prompt: l10n.t('A name for the environment, such as staging'),
        validate: (text) => nameProblem(text.trim(), taken),
      };
    case 'baseUrl':
      return {
        prompt: l10n.t("The gateway's base address"),
        placeholder: 'https://gateway.example/api',
        validate: (text) => {
          const read = parseBaseUrl(text.trim());
          return read.ok ? undefined : read.message;
        },
      };
    case 'clientId':
      return {
        prompt: l10n.t('The client application key (client_id)'),
        validate: (text) => (text.trim() === '' ? l10n.t('Type the client ID.') : undefined),
      };
    case 'issuer':
      return {
        prompt: l10n.t("The identity provider's issuer; whether it describes itself there is looked up"),
        placeholder: 'https://login.example',
        validate: address('issuer'),
        check: async (text, signal) => {
          const read = readProviderAddress(text, 'issuer');
          return read.ok ? checkIssuer(read.url, signal) : read.message;
        },
      };
    case 'authorizationEndpoint':
      return {
        prompt: l10n.t('Where the browser goes to sign in'),
        placeholder: 'https://login.example/authorize',
        validate: address('endpoint'),
      };
    case 'tokenEndpoint':
      return {
        prompt: l10n.t('Where tokens are fetched'),
        placeholder: 'https://login.example/token',
        validate: address('endpoint'),
      };
    case 'scopes':
      return {
        prompt: l10n.t('The scopes to ask for, with spaces between them; Enter takes them as they are'),
        validate: scopesProblem,
      };
    case 'parameters':
      return {
        prompt: l10n.t(
          'What this provider wants beside what OAuth needs, as in an address; a parameter without a value is left out',
        ),
        placeholder: 'audience=https://gateway.example&access_type=offline',
        validate: (text) => {
          const place = { name: draft.name ?? '', place: 'dataset.environments' };
          const read = readParameters(parametersOf(text), place);
          return typeof read === 'string' ? read : undefined;
        },
      };
    case 'reportingPath':
      return {
        prompt: l10n.t('Path segment of the reporting service'),
        validate: () => undefined,
      };
    case 'retentionPolicy':
      return {
        prompt: l10n.t('Value of defaultRetentionPolicy; empty leaves the parameter out'),
        placeholder: 'None, basicFIFO',
        validate: () => undefined,
      };
    case 'authorizationScheme':
      return {
        prompt: l10n.t(
          'Word before the token in the Authorization header; empty for a gateway that takes the bare token',
        ),
        validate: (text) =>
          /^[!#$%&'*+.^_`|~\w-]*$/.test(text.trim()) ? undefined : l10n.t('Type one word, such as Bearer.'),
      };
  }
}

function nameProblem(name: string, taken: ReadonlySet<string>): string | undefined {
  if (name === '') return l10n.t('Type a name.');
  if (name !== plainText(name, 80))
    return l10n.t("Choose a shorter name, without characters that can't be seen.");
  return taken.has(name) ? l10n.t('There is an environment of this name already.') : undefined;
}

function scopesProblem(text: string): string | undefined {
  const wrong = text.split(/\s+/).find((scope) => !/^[\x21\x23-\x5b\x5d-\x7e]*$/.test(scope));
  return wrong === undefined
    ? undefined
    : l10n.t(
        '"{0}" can\'t be a scope: it holds a quotation mark, a backslash or a letter beyond ASCII.',
        wrong,
      );
}

/** The providers that are installed, and any other by its name. */
async function askProvider(draft: EnvironmentDraft, step: Step): Promise<Answer> {
  const other = '';
  const choices = [
    ...installedProviders().map(({ id, label }) => ({ label, description: id, value: id })),
    { label: l10n.t('Another…'), description: l10n.t('by its identifier'), value: other },
  ];
  const answer = await askChoice(
    step,
    l10n.t('Whose accounts does the gateway trust?'),
    choices,
    draft.providerId,
  );
  if (answer.kind !== 'answered' || answer.value !== other) return answer;
  return askText(step, {
    prompt: l10n.t('Identifier of the authentication provider, as its extension gives it'),
    value: draft.providerId ?? '',
    validate: (text) => (text.trim() === '' ? l10n.t('Type the identifier.') : undefined),
  });
}

function installedProviders(): readonly { readonly id: string; readonly label: string }[] {
  return extensions.all.flatMap(({ id: extension, packageJSON }) => {
    // Another's manifest may hold anything.
    const contributed: unknown = packageJSON?.contributes?.authentication;
    if (extension === 'dataset-studio.dataset-studio' || !Array.isArray(contributed)) return [];
    return contributed.flatMap(({ id, label }: { id?: unknown; label?: unknown }) =>
      typeof id === 'string' ? [{ id, label: typeof label === 'string' ? label : id }] : [],
    );
  });
}
