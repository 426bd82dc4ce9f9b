import { isOwnParameter, isQueryString } from '../environments/additional-parameters.ts';
import {
  type Authentication,
  type ClientAuthenticationMethod,
  clientAuthenticationMethods,
  readScopes,
} from '../environments/authentication.ts';
import { type AuthorizationServer, readProviderAddress } from '../environments/authorization-server.ts';
import type { Environment } from '../environments/environment.ts';
import { grantSettings } from '../environments/grant-types.ts';
import type { SettingNames } from '../environments/setting-names.ts';
import { isFieldValue } from '../gateway/http.ts';
import {
  describeBaseUrlFailure,
  parseBaseUrl,
  reportingPathProblem,
  serviceDefaults,
} from '../gateway/service.ts';
import type { EnteredSecret } from '../identity/grants/grant-descriptor.ts';
import { grantOf } from '../identity/grants/grants.ts';
import { EnvironmentSecrets, type SecretKind, type SecretVault } from '../identity/secrets/secret-vault.ts';
import { plainText } from '../text/plain-text.ts';
import { UsageError } from './terminal.ts';

export type Variables = Readonly<Record<string, string | undefined>>;

/** The values of flags. Each takes precedence over its variable. */
type ServiceFlags = Partial<
  Readonly<
    Record<
      'base-url' | 'reporting-path' | 'retention-policy' | 'authorization-scheme' | 'environment',
      string | undefined
    >
  >
>;

/** The gateway that flags and variables describe. */
export function environmentOf(flags: ServiceFlags, variables: Variables): Environment {
  const address = flags['base-url'] ?? variables.DATASET_BASE_URL;
  if (!address) throw new UsageError('No gateway is named. Use --base-url URL, or set DATASET_BASE_URL.');
  const baseUrl = parseBaseUrl(address);
  if (!baseUrl.ok)
    throw new UsageError(`The base URL can't be used. ${describeBaseUrlFailure(baseUrl.failure)}`);
  for (const name of headerVariables)
    if (!isFieldValue(variables[name]?.trim() ?? ''))
      throw new UsageError(
        `${name} contains a line break or another character that HTTP doesn't allow. Copy it again.`,
      );
  const reportingPath =
    flags['reporting-path'] ?? (variables.DATASET_REPORTING_PATH || serviceDefaults.reportingPath);
  const problem = reportingPathProblem(reportingPath);
  if (problem !== undefined) throw new UsageError(problem);
  return {
    name: environmentName(flags.environment, variables) ?? baseUrl.value.host,
    service: {
      baseUrl: baseUrl.value,
      reportingPath,
      // An empty policy omits the parameter, an empty scheme sends the token alone. An empty variable is not set.
      retentionPolicy:
        flags['retention-policy'] ?? (variables.DATASET_RETENTION_POLICY || serviceDefaults.retentionPolicy),
      authorizationScheme:
        flags['authorization-scheme'] ??
        (variables.DATASET_AUTHORIZATION_SCHEME || serviceDefaults.authorizationScheme),
    },
    authentication: authenticationOf(variables),
  };
}

/** The name that a flag or a variable gives an environment. */
export function environmentName(flag: string | undefined, variables: Variables): string | undefined {
  if (flag?.trim() === '') throw new UsageError('--environment takes the name of an environment.');
  return (flag ?? variables.DATASET_ENVIRONMENT)?.trim() || undefined;
}

function authenticationOf(variables: Variables): Authentication {
  if (variables.DATASET_ACCESS_TOKEN)
    return { grantType: 'token', clientId: '', clientAuthentication: 'none' };
  const clientId = variables.DATASET_CLIENT_ID ?? '';
  const server = authorizationServerOf(variables);
  const assertion = assertionVariable(variables);
  if (assertion !== undefined && variables.DATASET_CLIENT_SECRET)
    throw new UsageError(`Set ${assertion} or DATASET_CLIENT_SECRET, not both: each says who the client is.`);
  if (assertion !== undefined && !server)
    throw new UsageError(
      `${assertion} needs an identity provider. Set DATASET_ISSUER or DATASET_TOKEN_ENDPOINT.`,
    );
  if (!server)
    return {
      grantType: 'password',
      clientId,
      clientAuthentication: clientAuthenticationOf(
        variables,
        variables.DATASET_CLIENT_SECRET ? 'client_secret_basic' : 'none',
      ),
    };
  const clientAuthentication =
    assertion === undefined ? clientAuthenticationOf(variables, 'client_secret_basic') : 'none';
  if (clientAuthentication === 'none' && assertion === undefined)
    throw new UsageError(
      'The client credentials grant requires a client secret. Set DATASET_CLIENT_AUTHENTICATION to client_secret_basic or client_secret_post.',
    );
  const scopes = readScopes((variables.DATASET_SCOPES ?? '').split(' ').filter((scope) => scope !== ''));
  if (!scopes)
    throw new UsageError(
      'DATASET_SCOPES must be scopes separated by spaces, without quotation marks or backslashes.',
    );
  return {
    grantType: 'client_credentials',
    clientId,
    clientAuthentication,
    server,
    scopes,
    parameters: additionalParametersOf(variables.DATASET_PARAMETERS ?? ''),
  };
}

/** The first variable that says how the client is known without a secret; undefined if none does. */
export function assertionVariable(variables: Variables): (typeof assertionVariables)[number] | undefined {
  return assertionVariables.find((name) => variables[name]?.trim());
}

const assertionVariables = [
  'DATASET_CLIENT_ASSERTION',
  'DATASET_CLIENT_ASSERTION_FILE',
  'DATASET_CLIENT_ASSERTION_AUDIENCE',
] as const;

/** In query-string form, such as `audience=https://gateway.example`. */
function additionalParametersOf(text: string): Readonly<Record<string, string>> {
  const pairs = [...new URLSearchParams(text.trim())];
  const names = pairs.map(([name]) => name);
  if (!isQueryString(text))
    throw new UsageError(
      'DATASET_PARAMETERS must be parameters in query-string form, such as audience=https://gateway.example.',
    );
  // The value isn't shown: it may be a secret.
  const own = names.find(isOwnParameter);
  if (own !== undefined)
    throw new UsageError(
      `DATASET_PARAMETERS can't contain ${plainText(own)}: it is a secret, or it has a variable of its own.`,
    );
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined)
    throw new UsageError(`DATASET_PARAMETERS contains ${plainText(repeated)} twice.`);
  return Object.fromEntries(pairs);
}

function clientAuthenticationOf(
  variables: Variables,
  fallback: ClientAuthenticationMethod,
): ClientAuthenticationMethod {
  const named = variables.DATASET_CLIENT_AUTHENTICATION || fallback;
  const method = clientAuthenticationMethods.find((known) => known === named);
  if (!method)
    throw new UsageError(
      `DATASET_CLIENT_AUTHENTICATION must be one of ${clientAuthenticationMethods.join(', ')}.`,
    );
  return method;
}

/** The identity provider of the client credentials grant; undefined if no variable names one. */
function authorizationServerOf(variables: Variables): AuthorizationServer | undefined {
  const { DATASET_TOKEN_ENDPOINT: tokenEndpoint, DATASET_ISSUER: issuer } = variables;
  if (tokenEndpoint) {
    const address = readProviderAddress(tokenEndpoint, 'endpoint');
    if (!address.ok) throw new UsageError(`DATASET_TOKEN_ENDPOINT can't be used. ${address.failure}`);
    return { by: 'endpoints', tokenEndpoint: address.value };
  }
  if (issuer) {
    const address = readProviderAddress(issuer, 'issuer');
    if (!address.ok) throw new UsageError(`DATASET_ISSUER can't be used. ${address.failure}`);
    return { by: 'discovery', issuer: address.value };
  }
  return undefined;
}

const variableOf: Readonly<Record<EnteredSecret, string>> = {
  pastedToken: 'DATASET_ACCESS_TOKEN',
  username: 'DATASET_USERNAME',
  password: 'DATASET_PASSWORD',
  clientSecret: 'DATASET_CLIENT_SECRET',
  subscriptionKey: 'DATASET_SUBSCRIPTION_KEY',
};

/** What is sent in a header as it is. */
const headerVariables = [variableOf.pastedToken, variableOf.subscriptionKey];

/** The variables that are missing to get a token. */
export function missingForToken({ authentication }: Environment, variables: Variables): readonly string[] {
  const { neededSecrets, usesClientSecret } = grantOf({ authentication });
  const needed = neededSecrets.map((kind) => variableOf[kind]);
  if (grantSettings[authentication.grantType].fields.includes('clientId')) needed.push('DATASET_CLIENT_ID');
  if (usesClientSecret && authentication.clientAuthentication !== 'none')
    needed.push(variableOf.clientSecret);
  return needed.filter((name) => !variables[name]);
}

/** A vault in memory with the secrets of the environment variables. Issued tokens live as long as the process. */
export async function vaultOf(environment: Environment, variables: Variables): Promise<SecretVault> {
  const stored = new Map<string, string>();
  const vault: SecretVault = {
    get: async (key) => stored.get(key),
    store: async (key, value) => void stored.set(key, value),
    delete: async (key) => void stored.delete(key),
    keys: async () => [...stored.keys()],
  };
  const secrets = new EnvironmentSecrets(vault, environment);
  for (const [kind, name] of Object.entries(variableOf)) {
    // Keys and tokens are read from files, often with a line break at the end. Spaces of a password may belong to it.
    const value = kind === 'username' || kind === 'password' ? variables[name] : variables[name]?.trim();
    if (value) await secrets.store(kind as SecretKind, value);
  }
  return vault;
}

/** What messages call the settings of an environment. */
export const variableNames: SettingNames = {
  baseUrl: 'DATASET_BASE_URL',
  reportingPath: 'DATASET_REPORTING_PATH',
  timeout: '--timeout',
  username: variableOf.username,
  password: variableOf.password,
  grantType: 'the grant that the variables select',
  clientId: 'DATASET_CLIENT_ID',
  clientSecret: variableOf.clientSecret,
  clientAuthentication: 'DATASET_CLIENT_AUTHENTICATION',
  issuer: 'DATASET_ISSUER',
  tokenEndpoint: 'DATASET_TOKEN_ENDPOINT',
  scopes: 'DATASET_SCOPES',
  parameters: 'DATASET_PARAMETERS',
};
