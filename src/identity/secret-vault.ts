import type { AuthorizationServer } from './environments/authentication.ts';
import type { Environment } from './environments/environment.ts';

/** Where secrets live: VS Code's SecretStorage in the editor, the process environment on the command line. */
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
 * The secrets of one environment, bound to its name and its gateway's origin: once the address changes,
 * what was stored for the old one is out of reach (interface, "Settings"). What an identity provider gave or is
 * given is bound to that provider's address as well.
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

  /** What the gateway may have seen beside tokens and key, and must not give back: to be masked in its words. */
  async passwords(): Promise<readonly string[]> {
    const values = await Promise.all([this.get('password'), this.get('clientSecret')]);
    return values.filter((value) => value !== undefined);
  }

  async delete(...kinds: SecretKind[]): Promise<void> {
    for (const kind of kinds) await this.#vault.delete(this.#key(kind));
  }

  #key(kind: SecretKind): string {
    return secretKey(this.#environment, kind);
  }
}

export function secretKey({ name, service, authentication }: Environment, kind: SecretKind): string {
  const key = [name, service.baseUrl.origin, kind];
  if (
    authentication.grantType === 'authorization_code' &&
    (kind === 'issuedToken' || kind === 'clientSecret')
  )
    key.push(...addressesOf(authentication.server));
  return prefix + JSON.stringify(key);
}

/** Whole addresses and not origins: two tenants of one provider may share a host. */
function addressesOf(server: AuthorizationServer): readonly string[] {
  return server.by === 'discovery'
    ? [server.by, server.issuer.href]
    : [
        server.by,
        server.authorizationEndpoint.href,
        server.tokenEndpoint.href,
        ...(server.issuer ? [server.issuer] : []),
      ];
}

/** Deletes every secret that was ever stored under this name, whatever the environment's addresses; returns how many. */
export async function forgetEnvironment(vault: SecretVault, name: string): Promise<number> {
  // JSON has one spelling for a string, so that no other name begins like this.
  const beginning = `${prefix}[${JSON.stringify(name)},`;
  const its = (await vault.keys()).filter((key) => key.startsWith(beginning));
  for (const key of its) await vault.delete(key);
  return its.length;
}

/** Deletes every secret of every environment, those included that no setting defines any longer; returns how many. */
export async function forgetAllSecrets(vault: SecretVault): Promise<number> {
  const ours = (await vault.keys()).filter((key) => key.startsWith(prefix));
  for (const key of ours) await vault.delete(key);
  return ours.length;
}
