import type { Authentication } from '../../environments/authentication.ts';
import type { Environment } from '../../environments/environment.ts';
import type { GrantType } from '../../environments/grant-types.ts';
import { storedSessionSecrets } from '../identity-session.ts';
import { EnvironmentSecrets, type SecretVault } from '../secrets/secret-vault.ts';
import { clientCredentials } from './client-credentials-grant.ts';
import { password, pastedToken } from './direct-grants.ts';
import type { GrantDescriptor, SignInState } from './grant-descriptor.ts';
import type { SessionProvider } from './session-consent.ts';
import { session } from './session-grant.ts';
import { authorizationCode, deviceCode } from './user-session-grant.ts';

/** All grants. */
export const grants: Readonly<Record<GrantType, GrantDescriptor>> = {
  authorization_code: authorizationCode,
  device_code: deviceCode,
  client_credentials: clientCredentials,
  password,
  session,
  token: pastedToken,
};

/** The grant of an environment. Methods of a descriptor take the authentication of its own grant. */
export function grantOf({ authentication }: { readonly authentication: Authentication }): GrantDescriptor {
  return grants[authentication.grantType];
}

/** `now`: milliseconds since the epoch. `accounts`: VS Code's; undefined outside of it. */
export async function signInState(
  environment: Environment,
  vault: SecretVault,
  now: number,
  accounts: SessionProvider | undefined,
): Promise<SignInState> {
  const { authentication } = environment;
  const secrets = new EnvironmentSecrets(vault, environment);
  return grantOf(environment).state({ environment, authentication, vault, secrets, now }, accounts);
}

/**
 * The stored secrets besides the access token and the subscription key, to be masked in responses of the gateway. It doesn't get
 * the refresh token and the ID token from this extension, but may know them, for example if the gateway is also the identity
 * provider.
 */
export async function secretsToMask(
  environment: Environment,
  secrets: EnvironmentSecrets,
): Promise<readonly string[]> {
  const values = await Promise.all([secrets.get('password'), secrets.get('clientSecret')]);
  const ofSession = grantOf(environment).hasUserSession ? await storedSessionSecrets(secrets) : [];
  return [...values, ...ofSession].filter((value) => value !== undefined);
}
