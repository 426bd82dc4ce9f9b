import type { Environment } from '../../environments/environment.ts';
import type { KeepAliveHttpClient } from '../../gateway/http.ts';
import { secretsToMask } from '../../identity/grants/grants.ts';
import { EnvironmentSecrets } from '../../identity/secrets/secret-vault.ts';
import type { Submission } from '../../submission/submit.ts';
import { systemClock } from '../../submission/system-clock.ts';
import { InputBoxPrompt } from '../environments/sign-in/identity-services.ts';
import type { Studio } from '../studio/studio.ts';
import type { SubmissionStore } from './view/submission-store.ts';

/** What creating datasets needs: what all commands share, and the journal. */
export interface CreateDependencies extends Studio {
  submissions(): Promise<SubmissionStore>;
}

/** What a submission to one environment needs, for any document. */
export interface Access {
  readonly submission: Pick<Submission, 'environment' | 'subscriptionKey' | 'otherSecrets' | 'timeout'>;
  readonly dependencies: Pick<Submission, 'http' | 'tokens' | 'clock'>;
  /** A client that keeps connections, for one batch. */
  keepAlive(): KeepAliveHttpClient;
}

/** Undefined if the user enters no subscription key. */
export async function accessTo(studio: Studio, environment: Environment): Promise<Access | undefined> {
  const secrets = new EnvironmentSecrets(studio.vault, environment);
  const subscriptionKey = await requireSubscriptionKey(secrets, environment);
  if (subscriptionKey === undefined) return undefined;
  const { http, tokens } = await studio.connection();
  return {
    submission: {
      environment,
      subscriptionKey,
      otherSecrets: () => secretsToMask(environment, secrets),
      timeout: studio.settings.timeout(),
    },
    dependencies: { http, tokens, clock: systemClock },
    keepAlive: () => http.keepAlive(),
  };
}

/** The stored key. If there is none, asks for it once and stores it. */
async function requireSubscriptionKey(
  secrets: EnvironmentSecrets,
  environment: Environment,
): Promise<string | undefined> {
  const stored = await secrets.get('subscriptionKey');
  if (stored !== undefined) return stored;
  const given = await new InputBoxPrompt().ask('subscriptionKey', environment);
  if (given !== undefined) await secrets.store('subscriptionKey', given);
  return given;
}
