import type { AuthorizationServer } from '../../environments/authorization-server.ts';
import type { Environment } from '../../environments/environment.ts';

/** Stores secrets: VS Code's SecretStorage in the editor, the process environment on the command line. */
export interface SecretVault {
  get(key: string): Promise<string | undefined>;
  store(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
  /** Undefined if the storage can't list its keys. */
  keys(): Promise<readonly string[] | undefined>;
}

export type SecretKind =
  | 'username'
  | 'password'
  | 'clientSecret'
  | 'subscriptionKey'
  /** A token that the user pasted (`grantType: "token"`). */
  | 'pastedToken'
  /** A token that was issued, with its lifetime, and what renews it. */
  | 'issuedToken';

const secretKinds: readonly SecretKind[] = [
  'username',
  'password',
  'clientSecret',
  'subscriptionKey',
  'pastedToken',
  'issuedToken',
];

const prefix = 'environment-secret:';

/**
 * The secrets of one environment, bound to its name and its gateway's origin: when the address changes, the secrets of the
 * old one aren't used (interface, "Settings"). The secrets of an identity provider are bound to its addresses, too.
 */
export class EnvironmentSecrets {
  readonly #vault: SecretVault;
  readonly #environment: Environment;

  constructor(vault: SecretVault, environment: Environment) {
    this.#vault = vault;
    this.#environment = environment;
  }

  get(kind: SecretKind): Promise<string | undefined> {
    return this.#vault.get(this.#key(kind));
  }

  store(kind: SecretKind, value: string): Promise<void> {
    return this.#vault.store(this.#key(kind), value);
  }

  async delete(...kinds: SecretKind[]): Promise<void> {
    for (const kind of kinds) await this.#vault.delete(this.#key(kind));
  }

  #key(kind: SecretKind): string {
    return secretKey(this.#environment, kind);
  }
}

export function secretKey(environment: Environment, kind: SecretKind): string {
  const { authentication } = environment;
  const isProviders = kind === 'issuedToken' || kind === 'clientSecret';
  return gatewayKey(
    environment,
    kind,
    isProviders && 'server' in authentication ? addressesOf(authentication.server) : [],
  );
}

function gatewayKey(
  { name, service }: Environment,
  kind: SecretKind,
  provider: readonly string[] = [],
): string {
  return prefix + JSON.stringify([name, service.baseUrl.origin, kind, ...provider]);
}

/** Whole addresses, as tenants of a provider may share its origin. The order is part of stored keys. */
function addressesOf(server: AuthorizationServer): readonly string[] {
  if (server.by === 'discovery') return [server.by, server.issuer.href];
  const { authorizationEndpoint, deviceAuthorizationEndpoint, tokenEndpoint, issuer } = server;
  const endpoints = [authorizationEndpoint, deviceAuthorizationEndpoint, tokenEndpoint];
  return [
    server.by,
    ...endpoints.flatMap((endpoint) => (endpoint ? [endpoint.href] : [])),
    ...(issuer ? [issuer] : []),
  ];
}

/** The result of deleting secrets. */
export interface ForgetResult {
  readonly count: number;
  /** False: the vault can't be listed, so that secrets of earlier names and addresses may remain. */
  readonly complete: boolean;
}

/**
 * Deletes all secrets that were stored under this name, for any address; if the vault can't be listed, those of `known`.
 */
export function forgetEnvironment(
  vault: SecretVault,
  name: string,
  known: readonly Environment[],
): Promise<ForgetResult> {
  // A quoted name ends with its quotation mark, so that no other name has the same prefix.
  return forget(vault, `${prefix}[${JSON.stringify(name)},`, known);
}

/** Deletes all secrets of all environments, including environments that are no longer defined. */
export function forgetAllSecrets(vault: SecretVault, known: readonly Environment[]): Promise<ForgetResult> {
  return forget(vault, prefix, known);
}

async function forget(
  vault: SecretVault,
  keyPrefix: string,
  known: readonly Environment[],
): Promise<ForgetResult> {
  const listed = await vault.keys();
  const keys = listed ?? (await storedKeys(vault, known));
  const matching = keys.filter((key) => key.startsWith(keyPrefix));
  for (const key of matching) await vault.delete(key);
  return { count: matching.length, complete: listed !== undefined };
}

/** The keys of these environments that have a value. */
async function storedKeys(
  vault: SecretVault,
  environments: readonly Environment[],
): Promise<readonly string[]> {
  const possible = environments.flatMap((environment) =>
    secretKinds.flatMap((kind) => [secretKey(environment, kind), gatewayKey(environment, kind)]),
  );
  const stored: string[] = [];
  for (const key of new Set(possible)) if ((await vault.get(key)) !== undefined) stored.push(key);
  return stored;
}
