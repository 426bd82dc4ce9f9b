import type { AuthorizationServer } from '../../environments/authorization-server.ts';
import type { Environment } from '../../environments/environment.ts';

/** Stores secrets: VS Code's SecretStorage in the editor, the process environment on the command line. */
export interface SecretVault {
  get(key: string): Promise<string | undefined>;
  store(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
  keys(): Promise<readonly string[]>;
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

export function secretKey({ name, service, authentication }: Environment, kind: SecretKind): string {
  const isProviders = kind === 'issuedToken' || kind === 'clientSecret';
  const provider = isProviders && 'server' in authentication ? addressesOf(authentication.server) : [];
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

/** Deletes all secrets that were stored under this name, for any address. Returns their number. */
export function forgetEnvironment(vault: SecretVault, name: string): Promise<number> {
  // A quoted name ends with its quotation mark, so that no other name has the same prefix.
  return forget(vault, `${prefix}[${JSON.stringify(name)},`);
}

/** Deletes all secrets of all environments, including environments that are no longer defined. Returns their number. */
export function forgetAllSecrets(vault: SecretVault): Promise<number> {
  return forget(vault, prefix);
}

async function forget(vault: SecretVault, keyPrefix: string): Promise<number> {
  const matching = (await vault.keys()).filter((key) => key.startsWith(keyPrefix));
  for (const key of matching) await vault.delete(key);
  return matching.length;
}
