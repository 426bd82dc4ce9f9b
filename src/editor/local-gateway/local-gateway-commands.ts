import { commands, type Disposable, l10n } from 'vscode';
import { readEnvironments } from '../../environments/environment.ts';
import { isLoopback } from '../../gateway/service.ts';
import { EnvironmentSecrets } from '../../identity/secrets/secret-vault.ts';
import { type LocalGateway, startLocalGateway } from '../../local-gateway/local-gateway.ts';
import type { Sample } from '../first-steps/first-steps.ts';
import { isTrustedWorkspace, type Studio } from '../studio/studio.ts';
import { createOne } from '../submissions/create/create-dataset.ts';
import { notify, showFailure } from '../ui/notifications.ts';

/** The name of the local gateway's environment. */
export const localEnvironmentName = 'local';
const runningContext = 'dataset.localGatewayRunning';

type GatewayStudio = Pick<Studio, 'settings' | 'approvals' | 'vault' | 'prompt' | 'log' | 'connection'>;

/** The local gateway of this window. It runs until Stop Local Gateway, or until the window closes. */
export class LocalGatewayCommands implements Disposable {
  readonly #studio: GatewayStudio;
  #gateway: LocalGateway | undefined;

  constructor(studio: GatewayStudio) {
    this.#studio = studio;
  }

  get isRunning(): boolean {
    return this.#gateway !== undefined;
  }

  /** Starts the gateway and defines the environment `local`, with its address, user name, password and subscription key. */
  async start(): Promise<void> {
    if (!(await isTrustedWorkspace())) return;
    const { settings, log } = this.#studio;
    const existing = settings.environments().environments.find(({ name }) => name === localEnvironmentName);
    if (this.#gateway) {
      if (!existing) await this.#defineEnvironment(this.#gateway);
      void notify('info', l10n.t('The local gateway is already running at {0}.', this.#gateway.baseUrl));
      await this.#offerSelection();
      return;
    }
    if (existing && !isLoopback(existing.service.baseUrl)) {
      showFailure(
        l10n.t(
          'The local gateway needs the environment name "local", which you use for {0}. Rename that environment, and start the local gateway again.',
          existing.service.baseUrl.origin,
        ),
      );
      return;
    }

    const started = await startLocalGateway({ log: (line) => log.info(`Local gateway: ${line}`) });
    if (!started.ok) {
      return showFailure(l10n.t("The local gateway can't be started. {0}", started.failure.message));
    }
    try {
      await this.#defineEnvironment(started.value);
    } catch (error) {
      await started.value.close();
      throw error;
    }
    this.#gateway = started.value;
    this.#studio.prompt.localGateway = started.value;
    await commands.executeCommand('setContext', runningContext, true);
    log.info(`Local gateway: running at ${started.value.baseUrl}`);
    void notify(
      'info',
      l10n.t(
        'The local gateway is running at {0}. It is available as the environment "local".',
        started.value.baseUrl,
      ),
    );
    await this.#offerSelection();
  }

  async stop(): Promise<void> {
    if (!this.#gateway) {
      void notify('info', l10n.t('No local gateway is running in this window.'));
      return;
    }
    await this.#close();
    void notify('info', l10n.t('The local gateway has stopped. Its datasets were deleted.'));
  }

  dispose(): void {
    void this.#close();
  }

  async #close(): Promise<void> {
    const gateway = this.#gateway;
    this.#gateway = undefined;
    this.#studio.prompt.localGateway = undefined;
    await commands.executeCommand('setContext', runningContext, false);
    await gateway?.close();
  }

  async #defineEnvironment({ baseUrl, credentials }: LocalGateway): Promise<void> {
    const { settings, vault, connection } = this.#studio;
    const entry = {
      name: localEnvironmentName,
      baseUrl,
      auth: { grantType: 'password', clientId: credentials.clientId },
    };
    const [environment] = readEnvironments([entry]).environments;
    if (!environment) return;
    const { tokens } = await connection();
    // Tokens of an earlier local gateway at the same address aren't valid any longer.
    await tokens.signOut(environment);
    const secrets = new EnvironmentSecrets(vault, environment);
    await secrets.store('username', credentials.username);
    await secrets.store('password', credentials.password);
    await secrets.store('subscriptionKey', credentials.subscriptionKey);
    // Last, so that no environment is left without a gateway if this, or storing the secrets, is refused.
    await settings.saveEnvironment(entry);
  }

  /** Selects `local` if no environment is selected; otherwise asks the user. */
  async #offerSelection(): Promise<void> {
    const { settings } = this.#studio;
    const selected = settings.selectedEnvironment();
    if (selected === localEnvironmentName) return;
    if (selected === undefined) {
      await this.#select();
      return;
    }
    void notify('info', l10n.t('The environment "{0}" is still selected.', selected), {
      title: l10n.t('Select "local"'),
      run: () => this.#select(),
    });
  }

  async #select(): Promise<void> {
    await this.#studio.settings.selectEnvironment(localEnvironmentName);
    await this.#studio.approvals.approveNamed(localEnvironmentName);
  }
}

/** Creates the sample in the local gateway, whichever environment is selected. */
export async function createSample(
  dependencies: Studio,
  sample: Sample,
  localGateway: LocalGatewayCommands,
): Promise<void> {
  const editor = await sample.show();
  if (!localGateway.isRunning) {
    await notify(
      'warning',
      l10n.t('The local gateway is not running. Start it to create the dataset there.'),
      { title: l10n.t('Start Local Gateway'), run: () => localGateway.start() },
    );
  }
  const { environments } = dependencies.settings.environments();
  const environment = environments.find(({ name }) => name === localEnvironmentName);
  if (!localGateway.isRunning || !environment) return;
  await createOne(dependencies, editor.document.uri, { environment });
}
