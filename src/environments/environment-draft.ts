import { serviceDefaults } from '../gateway/service.ts';
import { parametersOf, parametersText } from './additional-parameters.ts';
import {
  type ClientAuthenticationMethod,
  defaultScopes,
  type GrantType,
  grantTypes,
} from './authentication.ts';

/** An environment while it is written: every field as text, filled in or not. Never a secret. */
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
  readonly tokenEndpoint?: string;
  /** Set apart by spaces (RFC 6749, section 3.3). */
  readonly scopes?: string;
  /** As in an address (`parametersText`). */
  readonly parameters?: string;
  readonly providerId?: string;
}

export type DraftField = keyof EnvironmentDraft;

/** What a new environment needs to be asked for, in this order; more turns up as the grant is chosen. */
export function neededFields({ grantType, providerBy }: EnvironmentDraft): readonly DraftField[] {
  const always: readonly DraftField[] = ['name', 'baseUrl', 'grantType'];
  switch (grantType) {
    case 'password':
      return [...always, 'clientId', 'clientAuthentication'];
    case 'authorization_code': {
      const addresses: readonly DraftField[] =
        providerBy === 'endpoints' ? ['authorizationEndpoint', 'tokenEndpoint'] : ['issuer'];
      return [...always, 'providerBy', ...addresses, 'clientId', 'clientAuthentication', 'scopes'];
    }
    case 'session':
      return [...always, 'providerId', 'scopes'];
    default:
      return always;
  }
}

/** All that can be edited: what is needed, and what has a default that fits most gateways. */
export function editableFields(draft: EnvironmentDraft): readonly DraftField[] {
  const spelledOut: readonly DraftField[] =
    draft.grantType === 'authorization_code' && draft.providerBy === 'endpoints' ? ['issuer'] : [];
  const more: readonly DraftField[] = draft.grantType === 'authorization_code' ? ['parameters'] : [];
  return [
    ...neededFields(draft),
    ...spelledOut,
    ...more,
    'reportingPath',
    'retentionPolicy',
    'authorizationScheme',
  ];
}

/** What a field holds where nothing is said. */
export function defaultOf(field: DraftField, { grantType }: EnvironmentDraft): string {
  switch (field) {
    case 'reportingPath':
    case 'retentionPolicy':
    case 'authorizationScheme':
      return serviceDefaults[field];
    case 'clientAuthentication':
      return 'none';
    case 'scopes':
      return grantType === 'authorization_code' ? defaultScopes.join(' ') : '';
    default:
      return '';
  }
}

/** The entry of `dataset.environments` that a draft makes: what applies to its grant, without what is default. */
export function entryOf(draft: EnvironmentDraft): Record<string, unknown> & { readonly name: string } {
  const fields = editableFields(draft);
  const said = (field: DraftField): Record<string, string> => {
    const value = draft[field]?.trim();
    return fields.includes(field) && value !== undefined && value !== defaultOf(field, draft)
      ? { [field]: value }
      : {};
  };
  const { scopes } = said('scopes');
  const { parameters } = said('parameters');
  return {
    name: draft.name?.trim() ?? '',
    ...said('baseUrl'),
    ...said('reportingPath'),
    ...said('retentionPolicy'),
    ...said('authorizationScheme'),
    auth: {
      ...said('grantType'),
      ...said('issuer'),
      ...said('authorizationEndpoint'),
      ...said('tokenEndpoint'),
      ...said('providerId'),
      ...said('clientId'),
      ...said('clientAuthentication'),
      ...(scopes !== undefined && { scopes: scopes.split(/\s+/).filter((scope) => scope !== '') }),
      ...(parameters !== undefined && { parameters: parametersOf(parameters) }),
    },
  };
}

/** The draft that an entry was made of, for editing; what isn't text is left out. */
export function draftOf(entry: unknown): EnvironmentDraft {
  const { auth: value, ...service } = recordOf(entry);
  const auth = recordOf(value);
  const grantType = grantTypes.find((known) => known === (auth.grantType ?? 'password'));
  const texts = (from: Readonly<Record<string, unknown>>, ...fields: DraftField[]): EnvironmentDraft =>
    Object.fromEntries(
      fields.flatMap((field) => {
        const text = from[field];
        return typeof text === 'string' ? [[field, text]] : [];
      }),
    );
  return {
    ...texts(service, 'name', 'baseUrl', 'reportingPath', 'retentionPolicy', 'authorizationScheme'),
    ...texts(auth, 'clientId', 'clientAuthentication', 'issuer', 'authorizationEndpoint', 'tokenEndpoint'),
    ...texts(auth, 'providerId'),
    ...(grantType && { grantType }),
    ...(grantType === 'authorization_code' && {
      providerBy: typeof auth.tokenEndpoint === 'string' ? 'endpoints' : 'discovery',
    }),
    ...(Array.isArray(auth.scopes) && { scopes: auth.scopes.map(String).join(' ') }),
    ...(auth.parameters !== undefined && { parameters: parametersText(recordOf(auth.parameters)) }),
  };
}

/** A draft that was stored, by this version or another: what is text in a field that is known. */
export function restoreDraft(stored: unknown): EnvironmentDraft {
  const fields = recordOf(stored);
  const { providerBy: _, grantType, ...others } = draftOf({ ...fields, auth: fields });
  return {
    ...others,
    ...(typeof fields.scopes === 'string' && { scopes: fields.scopes }),
    ...(typeof fields.parameters === 'string' && { parameters: fields.parameters }),
    ...(fields.grantType !== undefined && grantType && { grantType }),
    ...(fields.providerBy !== undefined && {
      providerBy: fields.providerBy === 'endpoints' ? 'endpoints' : 'discovery',
    }),
  };
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
