import { commands, type Disposable, l10n, window } from 'vscode';
import { readEnvironments } from '../../environments/environment.ts';
import { isLoopback } from '../../gateway/service.ts';
import { EnvironmentSecrets } from '../../identity/secrets/secret-vault.ts';
import { type LocalGateway, startLocalGateway } from '../../local-gateway/local-gateway.ts';
import { notificationText } from '../notification-text.ts';
import { showFailure } from '../show-failure.ts';
import type { Studio } from '../studio/studio.ts';
import { isTrustedFor } from '../studio/trust.ts';

const environmentName = 'local';
const runningContext = 'dataset.localGatewayRunning';

/** The local gateway of this window, from Start Local Gateway to Stop or to the window's end. */
export class LocalGatewayCommands implements Disposable {
  readonly #studio: Pick<Studio, 'settings' | 'approvals' | 'vault' | 'log' | 'connection'>;
  #gateway: LocalGateway | undefined;

  constructor(studio: Pick<Studio, 'settings' | 'approvals' | 'vault' | 'log' | 'connection'>) {
    this.#studio = studio;
  }

  /** Starts it and makes the environment `local` ready: address, user, password and subscription key. */
  async start(): Promise<void> {
    if (!(await isTrustedFor(l10n.t('The local gateway')))) return;
    const { settings, log } = this.#studio;
    if (this.#gateway) {
      void window.showInformationMessage(
        notificationText(l10n.t('The local gateway is running already, at {0}.', this.#gateway.baseUrl)),
      );
      await this.#offerSelection();
      return;
    }
    const existing = settings.environments().environments.find(({ name }) => name === environmentName);
    if (existing && !isLoopback(existing.service.baseUrl)) {
      showFailure(
        l10n.t(
          'The environment "local" is taken: it stands for {0}. Rename it in the settings, then start the local gateway again.',
          existing.service.baseUrl.origin,
        ),
      );
      return;
    }

    const started = await startLocalGateway({ log: (line) => log.info(`Local gateway: ${line}`) });
    if (!started.ok) {
      showFailure(l10n.t("The local gateway can't be started. {0}", started.failure.message));
      return;
    }
    this.#gateway = started.value;
    await this.#defineEnvironment(started.value);
    await commands.executeCommand('setContext', runningContext, true);
    log.info(`Local gateway: running at ${started.value.baseUrl}`);
    void window.showInformationMessage(
      notificationText(
        l10n.t('The local gateway runs at {0}, ready as environment "local".', started.value.baseUrl),
      ),
    );
    await this.#offerSelection();
  }

  async stop(): Promise<void> {
    if (!this.#gateway) {
      void window.showInformationMessage(l10n.t('No local gateway is running in this window.'));
      return;
    }
    await this.#close();
    void window.showInformationMessage(
      l10n.t('The local gateway has stopped; what was created in it is gone.'),
    );
  }

  dispose(): void {
    void this.#close();
  }

  async #close(): Promise<void> {
    const gateway = this.#gateway;
    this.#gateway = undefined;
    await commands.executeCommand('setContext', runningContext, false);
    await gateway?.close();
  }

  async #defineEnvironment({ baseUrl, credentials }: LocalGateway): Promise<void> {
    const { settings, vault, connection } = this.#studio;
    const entry = {
      name: environmentName,
      baseUrl,
      auth: { grantType: 'password', clientId: credentials.clientId },
    };
    await settings.saveEnvironment(entry);
    const [environment] = readEnvironments([entry]).environments;
    if (!environment) return;
    const { tokens } = await connection();
    // Tokens of an earlier local gateway at the same address are worthless.
    await tokens.signOut(environment);
    const secrets = new EnvironmentSecrets(vault, environment);
    await secrets.store('username', credentials.username);
    await secrets.store('password', credentials.password);
    await secrets.store('subscriptionKey', credentials.subscriptionKey);
  }

  /** Selects `local` where nothing is selected; a selection that the user made is changed only on request. */
  async #offerSelection(): Promise<void> {
    const { settings } = this.#studio;
    const selected = settings.selectedEnvironment();
    if (selected === environmentName) return;
    if (selected === undefined) {
      await this.#select();
      return;
    }
    const select = l10n.t('Select "local"');
    void window
      .showInformationMessage(
        notificationText(l10n.t('The environment "{0}" stays selected.', selected)),
        select,
      )
      .then((choice) => (choice === select ? this.#select() : undefined));
  }

  async #select(): Promise<void> {
    await this.#studio.settings.selectEnvironment(environmentName);
    await this.#studio.approvals.approveNamed(environmentName);
  }
}
