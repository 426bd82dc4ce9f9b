import type { Authentication } from '../../environments/authentication.ts';
import type { CredentialPrompt } from '../grant.ts';
import type { StoredEnvironment } from './grant-descriptor.ts';

/**
 * The stored client secret, or what the user enters, which is stored at once: if it is refused, it can be sent in the other way, and
 * *Set Client Secret* replaces it. Empty if the client doesn't authenticate; undefined if the user enters none.
 */
export async function clientSecretOf(
  { environment, secrets }: StoredEnvironment<Authentication>,
  prompt: CredentialPrompt,
): Promise<string | undefined> {
  if (environment.authentication.clientAuthentication === 'none') return '';
  const stored = await secrets.get('clientSecret');
  if (stored !== undefined) return stored;
  const entered = await prompt.ask('clientSecret', environment);
  if (entered !== undefined) await secrets.store('clientSecret', entered);
  return entered;
}
