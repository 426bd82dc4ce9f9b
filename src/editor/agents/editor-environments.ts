import { workspace } from 'vscode';
import type { EnvironmentPort } from '../../agents/ports.ts';
import { signInState } from '../../identity/grants/grants.ts';
import { SessionConsents } from '../../identity/grants/session-consent.ts';
import { EnvironmentSecrets } from '../../identity/secrets/secret-vault.ts';
import { failure, success } from '../../result.ts';
import { currentEnvironment } from '../environments/selection/current-environment.ts';
import { VSCodeSessions } from '../environments/sign-in/identity-services.ts';
import type { Studio } from '../studio/studio.ts';

/** The environments of the settings. Asks no questions, sends nothing, and in Restricted Mode reads nothing. */
export function editorEnvironments({ settings, vault }: Pick<Studio, 'settings' | 'vault'>): EnvironmentPort {
  return {
    list: async () => {
      if (!workspace.isTrusted) return failure({ kind: 'restricted-mode' });
      const selected = currentEnvironment(settings)?.name;
      const accounts = { provider: new VSCodeSessions(), consents: new SessionConsents(vault) };
      const listed = settings.environments().environments.map(async (environment) => {
        const secrets = new EnvironmentSecrets(vault, environment);
        const { state } = await signInState(environment, secrets, Date.now(), accounts);
        const { name, service, authentication } = environment;
        return {
          name,
          origin: service.baseUrl.origin,
          grant: authentication.grantType,
          signedIn: state !== 'signed-out',
          selected: name === selected,
        };
      });
      return success(await Promise.all(listed));
    },
  };
}
