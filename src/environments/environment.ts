import * as l10n from '@vscode/l10n';
import { parseBaseUrl, reportingPathProblem, type Service, serviceDefaults } from '../gateway/service.ts';
import { isRecord } from '../is-record.ts';
import { plainText } from '../text/plain-text.ts';
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

  if (!isUsableName(name))
    return l10n.t(
      'The "name" in {place} can\'t be used. It is longer than {max} characters, or it holds a character that can\'t be seen, that looks like a space or that changes the direction of text. Type the name again.',
      { ...place, max: maxNameLength },
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

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
