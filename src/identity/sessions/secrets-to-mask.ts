import type { Environment } from '../../environments/environment.ts';
import type { EnvironmentSecrets } from '../secrets/secret-vault.ts';
import { storedRefreshToken } from './identity-session.ts';

/**
 * The stored secrets besides the access token and the subscription key, to be masked in responses of the gateway. It doesn't get
 * the refresh token from this extension, but may know it, for example if the gateway is also the identity provider.
 */
export async function secretsToMask(
  { authentication: { grantType } }: Environment,
  secrets: EnvironmentSecrets,
): Promise<readonly string[]> {
  const hasRefreshToken = grantType === 'authorization_code' || grantType === 'device_code';
  const values = await Promise.all([
    secrets.get('password'),
    secrets.get('clientSecret'),
    hasRefreshToken ? storedRefreshToken(secrets) : undefined,
  ]);
  return values.filter((value) => value !== undefined);
}
