import type { TokenOutcome } from '../gateway/outcome.ts';
import type { Environment, GrantType } from './environment.ts';
import type { SecretKind } from './secret-vault.ts';

/** Asks the user for one secret; undefined where there is no one to ask, or the question was dismissed. */
export interface CredentialPrompt {
  ask(kind: SecretKind, environment: Environment, current?: string): Promise<string | undefined>;
}

/** Why there is no token. */
export type TokenFailure =
  | Exclude<TokenOutcome, { outcome: 'issued' }>
  /** A piece is missing that nobody gave. */
  | { readonly outcome: 'missing'; readonly secret: SecretKind }
  | { readonly outcome: 'unsupported'; readonly grantType: GrantType };

export type GrantResult = Extract<TokenOutcome, { outcome: 'issued' }> | TokenFailure;

export interface GrantOptions {
  readonly signal: AbortSignal;
  /** For each request, in milliseconds. */
  readonly timeout: number;
  /** Asks for what is stored already as well, as Sign In does. */
  readonly askAgain: boolean;
}

/** One way to a token (RFC 6749, section 1.3), for the environment that it was made for. */
export interface Grant {
  obtain(options: GrantOptions): Promise<GrantResult>;
}
