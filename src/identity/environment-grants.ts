import type { Environment } from '../environments/environment.ts';
import type { HttpClient } from '../gateway/http.ts';
import { ClientCredentialsGrant } from './grants/client-credentials-grant.ts';
import type { CredentialPrompt, Grant, GrantOptions, GrantResult } from './grants/grant.ts';
import { IdentityProviderGrant, type UserSessionDependencies } from './grants/identity-provider-grant.ts';
import { PasswordGrant } from './grants/password-grant.ts';
import { ProviderConnection } from './grants/provider-connection.ts';
import type { SessionConsents } from './grants/session-consent.ts';
import { type SessionAccess, SessionGrant } from './grants/session-grant.ts';
import type { IdentityLog } from './identity-log.ts';
import type { DiscoveryCache } from './provider/provider-metadata.ts';
import { EnvironmentSecrets, type SecretKind, type SecretVault, secretKey } from './secrets/secret-vault.ts';

export interface GrantDependencies {
  readonly vault: SecretVault;
  readonly prompt: CredentialPrompt;
  readonly http: HttpClient;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Absent: the endpoints of identity providers are discovered for each use. */
  readonly discoveries?: DiscoveryCache;
  /** Receives sign-ins, refreshes, sign-outs and revocations. */
  readonly log?: IdentityLog;
  /** Absent where no user can sign in at an identity provider: these grants are unsupported there. */
  readonly userSessions?: UserSessionDependencies;
  /** Absent outside VS Code. */
  readonly sessions?: SessionAccess;
}

/** The grants of environments, with what each of them needs. */
export class EnvironmentGrants {
  readonly #dependencies: GrantDependencies;
  readonly #consents: SessionConsents;
  readonly #prompt: CredentialPrompt;

  constructor(dependencies: GrantDependencies, consents: SessionConsents) {
    this.#dependencies = dependencies;
    this.#prompt = new ClientSecretPrompt(dependencies.prompt);
    this.#consents = consents;
  }

  /** Returns undefined if the grant type is unsupported here. `silent`: asks the user for no credentials. */
  grant(environment: Environment, silent = false): Grant | undefined {
    const { http, sessions, log } = this.#dependencies;
    const prompt = silent ? nobody : this.#prompt;
    const secrets = this.secrets(environment);
    const { authentication, service } = environment;
    switch (authentication.grantType) {
      case 'password':
        return new PasswordGrant({ environment, secrets, prompt, http, ...(log && { log }) });
      case 'token':
        return new PastedToken(environment, secrets, prompt);
      case 'client_credentials': {
        const provider = this.provider(environment);
        return provider && new ClientCredentialsGrant(environment, secrets, prompt, provider);
      }
      case 'authorization_code':
      case 'device_code':
        return this.userSession(environment);
      case 'session':
        return sessions && new SessionGrant(service.baseUrl.origin, authentication, sessions, this.#consents);
    }
  }

  /** The user's session at an identity provider; undefined for other grants. */
  userSession(environment: Environment): IdentityProviderGrant | undefined {
    const { userSessions } = this.#dependencies;
    const prompt = this.#prompt;
    const { authentication } = environment;
    const provider = this.provider(environment);
    if (!userSessions || !provider) return undefined;
    switch (authentication.grantType) {
      case 'authorization_code':
      case 'device_code': {
        const secrets = this.secrets(environment);
        return new IdentityProviderGrant({
          ...userSessions,
          environment,
          authentication,
          secrets,
          prompt,
          provider,
        });
      }
      default:
        return undefined;
    }
  }

  /** The identity provider; undefined for grants without one. */
  provider(environment: Environment): ProviderConnection | undefined {
    const { authentication } = environment;
    switch (authentication.grantType) {
      case 'authorization_code':
      case 'device_code':
      case 'client_credentials':
        return new ProviderConnection(environment, authentication, this.#dependencies);
      default:
        return undefined;
    }
  }

  secrets(environment: Environment): EnvironmentSecrets {
    return new EnvironmentSecrets(this.#dependencies.vault, environment);
  }
}

/** Provides no credentials. */
const nobody: CredentialPrompt = { ask: async () => undefined };

/**
 * Asks for a client secret once, even if it is refused and the user chooses the other method to send it. It is stored only when
 * it was accepted.
 */
class ClientSecretPrompt implements CredentialPrompt {
  readonly #prompt: CredentialPrompt;
  readonly #entered = new Map<string, { readonly value: string; readonly method: string }>();

  constructor(prompt: CredentialPrompt) {
    this.#prompt = prompt;
  }

  async ask(kind: SecretKind, environment: Environment, current?: string): Promise<string | undefined> {
    if (kind !== 'clientSecret') return this.#prompt.ask(kind, environment, current);
    const key = secretKey(environment, kind);
    const method = environment.authentication.clientAuthentication;
    const before = this.#entered.get(key);
    const isOtherMethod = before !== undefined && before.method !== method;
    const value = isOtherMethod ? before.value : await this.#prompt.ask(kind, environment, current);
    if (value === undefined || isOtherMethod) this.#entered.delete(key);
    else this.#entered.set(key, { value, method });
    return value;
  }
}

/** A token that the user pasted. Its lifetime is unknown, so it is used until the gateway rejects it. */
export class PastedToken implements Grant {
  readonly #environment: Environment;
  readonly #secrets: EnvironmentSecrets;
  readonly #prompt: CredentialPrompt;

  constructor(environment: Environment, secrets: EnvironmentSecrets, prompt: CredentialPrompt) {
    this.#environment = environment;
    this.#secrets = secrets;
    this.#prompt = prompt;
  }

  async obtain({ askAgain }: GrantOptions): Promise<GrantResult> {
    const stored = askAgain ? undefined : await this.#secrets.get('pastedToken');
    if (stored !== undefined) return { kind: 'issued', accessToken: stored };
    const pasted = await this.#prompt.ask('pastedToken', this.#environment);
    if (pasted === undefined) return { kind: 'missing', secret: 'pastedToken' };
    await this.#secrets.store('pastedToken', pasted);
    return { kind: 'issued', accessToken: pasted };
  }
}
