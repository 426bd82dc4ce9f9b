import { serviceDefaults } from '../gateway/service.ts';
import { isRecord } from '../is-record.ts';
import { parametersOf, parametersText } from './additional-parameters.ts';
import type { ClientAuthenticationMethod } from './authentication.ts';
import { type GrantType, grantSettings, grantTypeOf, isProviderGrant } from './grant-types.ts';

/** An environment that is being edited: every field as text, filled in or not. Never contains a secret. */
export interface EnvironmentDraft {
  readonly name?: string;
  readonly baseUrl?: string;
  readonly reportingPath?: string;
  readonly retentionPolicy?: string;
  readonly authorizationScheme?: string;
  readonly grantType?: GrantType;
  readonly clientId?: string;
  readonly clientAuthentication?: ClientAuthenticationMethod;
  /** How the identity provider is found. */
  readonly providerBy?: 'discovery' | 'endpoints';
  readonly issuer?: string;
  readonly authorizationEndpoint?: string;
  readonly deviceAuthorizationEndpoint?: string;
  readonly tokenEndpoint?: string;
  /** Separated by spaces (RFC 6749, section 3.3). */
  readonly scopes?: string;
  /** In query-string form (`parametersText`). */
  readonly parameters?: string;
  readonly providerId?: string;
  readonly redirectUri?: string;
}

export type DraftField = keyof EnvironmentDraft;

/** The fields that a new environment needs, in the order of the questions; the grant type decides which. */
export function neededFields({ grantType, providerBy }: EnvironmentDraft): readonly DraftField[] {
  const always: readonly DraftField[] = ['name', 'baseUrl', 'grantType'];
  if (grantType === undefined) return always;
  const { endpoints, fields } = grantSettings[grantType];
  if (!isProviderGrant(grantType)) return [...always, ...fields];
  return [
    ...always,
    'providerBy',
    ...(providerBy === 'endpoints' ? endpoints : ['issuer' as const]),
    ...fields,
  ];
}

/** All fields that can be edited: the needed ones, and those whose default fits most gateways. */
export function editableFields(draft: EnvironmentDraft): readonly DraftField[] {
  const isAtProvider = isProviderGrant(draft.grantType);
  const isRedirected =
    draft.grantType && grantSettings[draft.grantType].endpoints.includes('authorizationEndpoint');
  const optional: readonly DraftField[] = [
    ...(isAtProvider && draft.providerBy === 'endpoints' ? (['issuer'] as const) : []),
    ...(isAtProvider ? (['parameters'] as const) : []),
    ...(isRedirected ? (['redirectUri'] as const) : []),
  ];
  return [...neededFields(draft), ...optional, 'reportingPath', 'retentionPolicy', 'authorizationScheme'];
}

/** The value of a field that isn't set. */
export function defaultOf(field: DraftField, { grantType }: EnvironmentDraft): string {
  const settings = grantType && grantSettings[grantType];
  switch (field) {
    case 'reportingPath':
    case 'retentionPolicy':
    case 'authorizationScheme':
      return serviceDefaults[field];
    case 'clientAuthentication':
      return settings?.requiresSecret ? 'client_secret_basic' : 'none';
    case 'scopes':
      return settings?.defaultScopes.join(' ') ?? '';
    default:
      return '';
  }
}

/** The fields of an entry that are texts, in their order: its own, and those of its `auth`. */
const serviceFields = ['name', 'baseUrl', 'reportingPath', 'retentionPolicy', 'authorizationScheme'] as const;
const authFields = [
  'grantType',
  'issuer',
  'authorizationEndpoint',
  'deviceAuthorizationEndpoint',
  'tokenEndpoint',
  'providerId',
  'clientId',
  'clientAuthentication',
  'scopes',
  'parameters',
  'redirectUri',
] as const;

/** The entry of `dataset.environments` for a draft: the fields of its grant type that differ from their defaults. */
export function entryOf(draft: EnvironmentDraft): Record<string, unknown> & { readonly name: string } {
  const fields = editableFields(draft);
  const entered = (of: readonly DraftField[]): Record<string, unknown> =>
    Object.fromEntries(
      of.flatMap((field) => {
        const value = draft[field]?.trim();
        const isEntered = fields.includes(field) && value !== undefined && value !== defaultOf(field, draft);
        return isEntered ? [[field, settingOf(field, value)]] : [];
      }),
    );
  return { ...entered(serviceFields), name: draft.name?.trim() ?? '', auth: entered(authFields) };
}

/** How the settings have the text of a field. */
function settingOf(field: DraftField, value: string): unknown {
  if (field === 'scopes') return value.split(/\s+/).filter((scope) => scope !== '');
  return field === 'parameters' ? parametersOf(value) : value;
}

/** The draft of an entry, for editing; values that aren't text are left out. */
export function draftOf(entry: unknown): EnvironmentDraft {
  const { auth: value, ...service } = recordOf(entry);
  const auth = recordOf(value);
  const grantType = grantTypeOf(auth.grantType ?? undefined);
  const texts = (from: Readonly<Record<string, unknown>>, fields: readonly DraftField[]): EnvironmentDraft =>
    Object.fromEntries(
      fields.flatMap((field) => {
        const text = from[field];
        return typeof text === 'string' ? [[field, text]] : [];
      }),
    );
  const {
    grantType: _grantType,
    scopes: _scopes,
    parameters: _parameters,
    ...rest
  } = texts(auth, authFields);
  return {
    ...texts(service, serviceFields),
    ...rest,
    ...(grantType && { grantType }),
    ...(isProviderGrant(grantType) && {
      providerBy: typeof auth.tokenEndpoint === 'string' ? 'endpoints' : 'discovery',
    }),
    ...(Array.isArray(auth.scopes) && { scopes: auth.scopes.map(String).join(' ') }),
    ...(auth.parameters !== undefined && { parameters: parametersText(recordOf(auth.parameters)) }),
  };
}

function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}
