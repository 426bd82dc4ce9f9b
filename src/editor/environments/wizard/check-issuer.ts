import { describeTokenFailure } from '../../../identity/messages/token-failure-message.ts';
import type { Studio } from '../../studio/studio.ts';

/** A person waits in front of an input box, in milliseconds. */
const patience = 10_000;

/** Looks whether an identity provider describes itself at `issuer`; what is wrong otherwise, as sentences. */
export async function checkIssuer(
  { connection }: Pick<Studio, 'connection'>,
  issuer: URL,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { http } = await connection();
  const { connectProvider } = await import('../../../identity/provider/connect-provider.ts');
  const found = await connectProvider(
    {
      grantType: 'authorization_code',
      // Discovery says nothing of who asks.
      clientId: 'dataset-studio',
      clientAuthentication: 'none',
      server: { by: 'discovery', issuer },
      scopes: [],
    },
    '',
    { http, now: Date.now },
    { timeout: patience, signal },
  );
  return 'outcome' in found ? describeTokenFailure(found) : undefined;
}
