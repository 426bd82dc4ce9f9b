import type { Environment } from '../../environments/environment.ts';
import { EnvironmentSecrets } from '../../identity/secrets/secret-vault.ts';
import type { Submission, SubmissionParts } from '../../submission/submit.ts';
import { systemClock } from '../../submission/system-clock.ts';
import { InputBoxPrompt } from '../environments/sign-in/credential-prompt.ts';
import type { Studio } from '../studio/studio.ts';
import type { SubmissionStore } from './view/submission-store.ts';

/** What creating datasets takes: what all commands share, and the journal. */
export interface CreateParts extends Studio {
  submissions(): Promise<SubmissionStore>;
}

/** The sides of a submission that don't depend on the document. */
export interface Access {
  readonly submission: Pick<Submission, 'environment' | 'subscriptionKey' | 'otherSecrets' | 'timeout'>;
  readonly parts: Omit<SubmissionParts, 'beforeSend'>;
}

/** Undefined where the user gives no subscription key. */
export async function accessTo(studio: Studio, environment: Environment): Promise<Access | undefined> {
  const secrets = new EnvironmentSecrets(studio.vault, environment);
  const subscriptionKey = await requireSubscriptionKey(secrets, environment);
  if (subscriptionKey === undefined) return undefined;
  const { http, tokens } = await studio.connection();
  const otherSecrets: string[] = [];
  return {
    submission: { environment, subscriptionKey, otherSecrets, timeout: studio.settings.timeout() },
    parts: {
      http,
      tokens: {
        accessToken: async (...request) => {
          const token = await tokens.accessToken(...request);
          // The password may have been asked for just now.
          otherSecrets.splice(0, otherSecrets.length, ...(await secrets.passwords()));
          return token;
        },
      },
      clock: systemClock,
    },
  };
}

/** The stored key; otherwise it is asked for, once, and stored. */
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
