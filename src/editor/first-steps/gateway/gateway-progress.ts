import { commands, Disposable, workspace } from 'vscode';
import { localEnvironmentName } from '../../local-gateway/local-gateway-commands.ts';
import type { Settings } from '../../studio/settings.ts';
import type { SubmissionStore } from '../../submissions/view/submission-store.ts';

const createdContext = 'dataset.datasetCreated';
const environmentContext = 'dataset.environmentAdded';

/** Notices when a dataset was created, and when an environment was added: both complete a step of the walkthrough. */
export class GatewayProgress implements Disposable {
  readonly #disposables: readonly Disposable[];

  constructor(settings: Settings, submissions: SubmissionStore) {
    const hasCreated = () => submissions.current.records.some(({ state }) => state.outcome === 'created');
    const hasEnvironment = () =>
      settings.environments().environments.some(({ name }) => name !== localEnvironmentName);
    this.#disposables = [
      setWhen(createdContext, hasCreated, submissions.onDidChange),
      setWhen(environmentContext, hasEnvironment, (listener) =>
        workspace.onDidChangeConfiguration((change) => {
          if (change.affectsConfiguration('dataset.environments')) listener();
        }),
      ),
    ];
  }

  dispose(): void {
    Disposable.from(...this.#disposables).dispose();
  }
}

/** Sets a context key as soon as a condition is true. It is checked now, and after each change. */
function setWhen(
  key: string,
  isTrue: () => boolean,
  onChange: (listener: () => void) => Disposable,
): Disposable {
  const check = () => {
    if (!isTrue()) return;
    subscription.dispose();
    void commands.executeCommand('setContext', key, true);
  };
  const subscription = onChange(check);
  check();
  return subscription;
}
