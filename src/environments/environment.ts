import * as l10n from '@vscode/l10n';
import {
  describeBaseUrlFailure,
  parseBaseUrl,
  reportingPathProblem,
  type Service,
  serviceDefaults,
} from '../gateway/service.ts';
import { isRecord } from '../is-record.ts';
import { failure, type Result, success } from '../result.ts';
import { plainText } from '../text/plain-text.ts';
import { type Authentication, readAuthentication } from './authentication.ts';

export {
  type Authentication,
  type ClientAuthenticationMethod,
  clientAuthenticationMethods,
} from './authentication.ts';
export { type GrantType, grantTypes } from './grant-types.ts';

/** A gateway and how to sign in to it: one entry of the setting `dataset.environments`. */
export interface Environment {
  readonly name: string;
  readonly service: Service;
  readonly authentication: Authentication;
}

export interface EnvironmentReading {
  readonly environments: readonly Environment[];
  /** A sentence for the user about each entry that can't be used. */
  readonly problems: readonly string[];
}

/** In characters. */
const maxNameLength = 80;

/**
 * Whether a name looks the same wherever it is shown: no control, format, bidirectional or invisible characters, no other
 * white space than single spaces, at most 80 characters. The same rule applies to every way a name comes in. Letters of
 * every script are allowed, although some look alike.
 */
export function isUsableName(name: string): boolean {
  return name === plainText(name, maxNameLength);
}

/** Reads the setting `dataset.environments`, which people write by hand: an entry that can't be used doesn't affect the others. */
export function readEnvironments(setting: unknown): EnvironmentReading {
  if (setting === undefined) return { environments: [], problems: [] };
  if (!Array.isArray(setting))
    return { environments: [], problems: [l10n.t('The setting dataset.environments must be an array.')] };
  const environments = new Map<string, Environment>();
  const problems: string[] = [];
  for (const [index, entry] of setting.entries()) {
    const reading = readEnvironment(entry, index);
    if (!reading.ok) problems.push(reading.failure);
    else if (environments.has(reading.value.name))
      problems.push(
        l10n.t(
          'Two environments in dataset.environments are named "{name}". The first one is used. Rename the other.',
          { name: reading.value.name },
        ),
      );
    else environments.set(reading.value.name, reading.value);
  }
  return { environments: [...environments.values()], problems };
}

/** The failure is a sentence for the user. */
function readEnvironment(entry: unknown, index: number): Result<Environment, string> {
  const place = { place: `dataset.environments[${index}]` };
  if (!isRecord(entry)) return failure(l10n.t('{place} must be an object.', place));
  const name = textOf(entry.name)?.trim();
  if (!name) return failure(l10n.t('{place} needs a "name".', place));
  if (!isUsableName(name))
    return failure(
      l10n.t(
        'The "name" in {place} can\'t be used. It is longer than {max} characters, or it contains an invisible character, one that looks like a space, or one that changes the direction of text. Enter the name again.',
        { ...place, max: maxNameLength },
      ),
    );

  const named = { ...place, name };
  const baseUrl = parseBaseUrl(textOf(entry.baseUrl) ?? '');
  if (!baseUrl.ok)
    return failure(
      l10n.t('The "baseUrl" of the environment "{name}" ({place}) can\'t be used. {reason}', {
        ...named,
        reason: describeBaseUrlFailure(baseUrl.failure),
      }),
    );

  const reportingPath = textOf(entry.reportingPath) ?? serviceDefaults.reportingPath;
  const problem = reportingPathProblem(reportingPath);
  if (problem !== undefined)
    return failure(
      l10n.t('The "reportingPath" of the environment "{name}" ({place}) can\'t be used. {reason}', {
        ...named,
        reason: problem,
      }),
    );

  const authentication = readAuthentication(isRecord(entry.auth) ? entry.auth : {}, named);
  if (!authentication.ok) return authentication;
  return success({
    name,
    service: {
      baseUrl: baseUrl.value,
      reportingPath,
      retentionPolicy: textOf(entry.retentionPolicy) ?? serviceDefaults.retentionPolicy,
      authorizationScheme: textOf(entry.authorizationScheme) ?? serviceDefaults.authorizationScheme,
    },
    authentication: authentication.value,
  });
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
