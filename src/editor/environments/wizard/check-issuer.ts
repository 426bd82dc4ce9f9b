import type { ProviderGrantType } from '../../../environments/grant-types.ts';
import { describeTokenFailure } from '../../../identity/messages/token-failure-message.ts';
import type { Studio } from '../../studio/studio.ts';

/** A user is waiting in front of an input box; milliseconds. */
const maxWait = 10_000;

/** Whether there is a discovery document at `issuer` that the grant can use; otherwise what is wrong, as sentences. */
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
