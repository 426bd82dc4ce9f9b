import * as l10n from '@vscode/l10n';
import { describeBaseUrlFailure, parseBaseUrl, reportingPathProblem } from '../gateway/service.ts';
import { isQueryString, parametersOf, readParameters } from './additional-parameters.ts';
import { readScopes } from './authentication.ts';
import { readProviderAddress } from './authorization-server.ts';
import { isUsableName } from './environment.ts';
import type { DraftField, EnvironmentDraft } from './environment-draft.ts';

/** What is wrong with a text that is entered for a field, as a sentence for the user; undefined if nothing is. */
export function fieldProblem(field: DraftField, text: string, draft: EnvironmentDraft): string | undefined {
  const value = text.trim();
  switch (field) {
    case 'name':
      if (value === '') return l10n.t('Enter a name.');
      return isUsableName(value) ? undefined : l10n.t('Enter a shorter name, without invisible characters.');
    case 'baseUrl': {
      const url = parseBaseUrl(value);
      return url.ok ? undefined : describeBaseUrlFailure(url.failure);
    }
    case 'clientId':
      return value === '' ? l10n.t('Enter the client ID.') : undefined;
    case 'providerId':
      return value === '' ? l10n.t('Enter the ID.') : undefined;
    case 'issuer':
      return addressProblem(value, 'issuer');
    case 'authorizationEndpoint':
    case 'deviceAuthorizationEndpoint':
    case 'tokenEndpoint':
      return addressProblem(value, 'endpoint');
    case 'redirectUri':
      return value === '' ? undefined : addressProblem(value, 'redirect');
    case 'scopes':
      return scopesProblem(value);
    case 'parameters': {
      if (!isQueryString(value))
        return l10n.t('Enter names and values with = between them, and & between the parameters.');
      const place = { name: draft.name ?? '', place: 'dataset.environments' };
      const read = readParameters(parametersOf(value), place);
      return read.ok ? undefined : read.failure;
    }
    case 'authorizationScheme':
      return /^[!#$%&'*+.^_`|~\w-]*$/.test(value) ? undefined : l10n.t('Enter one word, such as Bearer.');
    case 'reportingPath':
      return reportingPathProblem(value);
    default:
      return undefined;
  }
}

function addressProblem(text: string, kind: 'issuer' | 'endpoint' | 'redirect'): string | undefined {
  const read = readProviderAddress(text, kind);
  return read.ok ? undefined : read.failure;
}

function scopesProblem(text: string): string | undefined {
  const wrong = text.split(/\s+/).find((scope) => scope !== '' && readScopes([scope]) === undefined);
  return wrong === undefined
    ? undefined
    : l10n.t(
        '"{0}" is not a valid scope: it contains a quotation mark, a backslash, or a character outside ASCII.',
        wrong,
      );
}
