import type { Environment } from '../../environments/environment.ts';
import type { EnvironmentSecrets } from '../secrets/secret-vault.ts';
import type { CredentialPrompt, Grant, GrantOptions, GrantResult } from './grant.ts';

/** A token that the user pasted. Its lifetime is unknown, so it is used until the gateway rejects it. */
export class PastedToken implements Grant {
  readonly #environment: Environment;
  readonly #secrets: EnvironmentSecrets;
  readonly #prompt: CredentialPrompt;

  constructor(environment: Environment, secrets: EnvironmentSecrets, prompt: CredentialPrompt) {
    this.#environment = environment;
    this.#secrets = secrets;
    this.#prompt = prompt;
  }

  async obtain({ askAgain }: GrantOptions): Promise<GrantResult> {
    const stored = askAgain ? undefined : await this.#secrets.get('pastedToken');
    if (stored !== undefined) return { outcome: 'issued', accessToken: stored };
    const pasted = await this.#prompt.ask('pastedToken', this.#environment);
    if (pasted === undefined) return { outcome: 'missing', secret: 'pastedToken' };
    await this.#secrets.store('pastedToken', pasted);
    return { outcome: 'issued', accessToken: pasted };
  }
}
