import type { Environment } from '../environments/environment.ts';
import type { HttpClient } from '../gateway/http.ts';
import { ClientCredentialsGrant } from './grants/client-credentials-grant.ts';
import type { CredentialPrompt, Grant } from './grants/grant.ts';
import { IdentityProviderGrant, type UserSessionDependencies } from './grants/identity-provider-grant.ts';
import { PasswordGrant } from './grants/password-grant.ts';
import { PastedToken } from './grants/pasted-token.ts';
import { ProviderConnection } from './grants/provider-connection.ts';
import type { SessionConsents } from './grants/session-consent.ts';
import { type SessionAccess, SessionGrant } from './grants/session-grant.ts';
import type { IdentityLog } from './identity-log.ts';
import type { DiscoveryCache } from './provider/discovery-cache.ts';
import { EnvironmentSecrets, type SecretVault } from './secrets/secret-vault.ts';

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

  constructor(dependencies: GrantDependencies, consents: SessionConsents) {
    this.#dependencies = dependencies;
    this.#consents = consents;
  }

  /** Returns undefined if the grant type is unsupported here. `silent`: asks the user for no credentials. */
  grant(environment: Environment, silent = false): Grant | undefined {
    const { http, sessions, log } = this.#dependencies;
    const prompt = silent ? nobody : this.#dependencies.prompt;
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
    const { prompt, userSessions } = this.#dependencies;
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
