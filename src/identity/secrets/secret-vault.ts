import type { AuthorizationServer } from '../../environments/authentication.ts';
import type { Environment } from '../../environments/environment.ts';

/** Where secrets live: VS Code's SecretStorage in the editor, the process environment on the command line. */
export interface SecretVault {
  get(key: string): Promise<string | undefined>;
  store(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
  /** Undefined where what is stored can't be listed. */
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

export function secretKey(environment: Environment, kind: SecretKind): string {
  const { authentication } = environment;
  const isProviders =
    authentication.grantType === 'authorization_code' && (kind === 'issuedToken' || kind === 'clientSecret');
  return gatewayKey(environment, kind, isProviders ? addressesOf(authentication.server) : []);
}

function gatewayKey(
  { name, service }: Environment,
  kind: SecretKind,
  provider: readonly string[] = [],
): string {
  return prefix + JSON.stringify([name, service.baseUrl.origin, kind, ...provider]);
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

/** What came of forgetting secrets. */
export interface ForgetResult {
  readonly count: number;
  /** False: the vault can't be listed. What was stored for a name or an address that is in no setting any longer may be left. */
  readonly complete: boolean;
}

/**
 * Deletes every secret that was ever stored under this name, whatever the environment's addresses; of a vault that can't be
 * listed those of `known`.
 */
export function forgetEnvironment(
  vault: SecretVault,
  name: string,
  known: readonly Environment[],
): Promise<ForgetResult> {
  // JSON has one spelling for a string, so that no other name begins like this.
  return forget(vault, `${prefix}[${JSON.stringify(name)},`, known);
}

/** Deletes every secret of every environment, those included that no setting defines any longer. */
export function forgetAllSecrets(vault: SecretVault, known: readonly Environment[]): Promise<ForgetResult> {
  return forget(vault, prefix, known);
}

async function forget(
  vault: SecretVault,
  beginning: string,
  known: readonly Environment[],
): Promise<ForgetResult> {
  const listed = await vault.keys();
  const keys = listed ?? (await storedKeys(vault, known));
  const its = keys.filter((key) => key.startsWith(beginning));
  for (const key of its) await vault.delete(key);
  return { count: its.length, complete: listed !== undefined };
}

/** The keys of these environments under which something is stored. */
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
