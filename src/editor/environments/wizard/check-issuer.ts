import type { ProviderGrantType } from '../../../environments/grant-types.ts';
import { describeTokenFailure } from '../../../identity/messages/token-failure-message.ts';
import type { Studio } from '../../studio/studio.ts';

/** In milliseconds. Short, because the user waits at an input box. */
const maxWait = 10_000;

/** Why the grant can't use `issuer`: its discovery document is missing or unsuitable. `undefined` if it can. */
export async function checkIssuer(
  { connection }: Pick<Studio, 'connection'>,
  issuer: URL,
  grantType: ProviderGrantType,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { http } = await connection();
  const { connectProvider } = await import('../../../identity/provider/connect-provider.ts');
  const connected = await connectProvider(
    {
      grantType,
      // Discovery doesn't need a registered client.
      clientId: 'dataset-studio',
      clientAuthentication: 'none',
      server: { by: 'discovery', issuer },
      scopes: [],
    },
    '',
    { http, now: Date.now },
    { timeout: maxWait, signal },
  );
  return connected.ok ? undefined : describeTokenFailure(connected.failure);
}
