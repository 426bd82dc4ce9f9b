import * as l10n from '@vscode/l10n';
import { parseBaseUrl, reportingPathProblem, type Service, serviceDefaults } from '../gateway/service.ts';
import { type Authentication, readAuthentication } from './authentication.ts';

export {
  type Authentication,
  type ClientAuthenticationMethod,
  clientAuthenticationMethods,
  type GrantType,
  grantTypes,
} from './authentication.ts';

/** A gateway and the way to its tokens, as one entry of the setting `dataset.environments` defines it. */
export interface Environment {
  readonly name: string;
  readonly service: Service;
  readonly authentication: Authentication;
}

export interface EnvironmentReading {
  readonly environments: readonly Environment[];
  /** One sentence for each entry that can't be used, fit for the user. */
  readonly problems: readonly string[];
}

/** Control, format and bidirectional characters: a name must be what it looks like, wherever it is shown. */
const deceptive = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Reads the setting `dataset.environments`, which people write by hand: an unusable entry is told, the others serve. */
export function readEnvironments(setting: unknown): EnvironmentReading {
  const environments: Environment[] = [];
  const problems: string[] = [];
  if (!Array.isArray(setting)) {
    return setting === undefined
      ? { environments, problems }
      : { environments, problems: [l10n.t('The setting dataset.environments must be an array.')] };
  }
  for (const [index, entry] of setting.entries()) {
    const read = readEnvironment(entry, index);
    if (typeof read === 'string') problems.push(read);
    else if (environments.some(({ name }) => name === read.name))
      problems.push(
        l10n.t(
          'Two environments in dataset.environments are named "{name}". Rename one; the first is used.',
          {
            name: read.name,
          },
        ),
      );
    else environments.push(read);
  }
  return { environments, problems };
}

function readEnvironment(entry: unknown, index: number): Environment | string {
  const place = { place: `dataset.environments[${index}]` };
  if (!isRecord(entry)) return l10n.t('{place} must be an object.', place);
  const name = text(entry.name)?.trim();
  if (!name) return l10n.t('{place} needs a "name".', place);

  if (deceptive.test(name))
    return l10n.t(
      'The "name" in {place} holds a character that can\'t be seen, or that turns the direction of text. Type the name anew.',
      place,
    );

  const named = { ...place, name };
  const baseUrl = parseBaseUrl(text(entry.baseUrl) ?? '');
  if (!baseUrl.ok)
    return l10n.t('The "baseUrl" of environment "{name}" ({place}) can\'t be used. {reason}', {
      ...named,
      reason: baseUrl.message,
    });

  const reportingPath = text(entry.reportingPath) ?? serviceDefaults.reportingPath;
  const problem = reportingPathProblem(reportingPath);
  if (problem !== undefined)
    return l10n.t('The "reportingPath" of environment "{name}" ({place}) can\'t be used. {reason}', {
      ...named,
      reason: problem,
    });

  const auth = isRecord(entry.auth) ? entry.auth : {};
  const authentication = readAuthentication(auth, named);
  if (typeof authentication === 'string') return authentication;

  return {
    name,
    service: {
      baseUrl: baseUrl.url,
      reportingPath,
      retentionPolicy: text(entry.retentionPolicy) ?? serviceDefaults.retentionPolicy,
      authorizationScheme: text(entry.authorizationScheme) ?? serviceDefaults.authorizationScheme,
    },
    authentication,
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
