import { commands, Disposable, l10n, workspace } from 'vscode';
import {
  type LocalGatewayCommands,
  localEnvironmentName,
} from '../../local-gateway/local-gateway-commands.ts';
import { notify } from '../../notifications.ts';
import type { Settings } from '../../studio/editor-settings.ts';
import { createOne } from '../../submissions/create/create-dataset.ts';
import type { SubmissionStore, SubmittingStudio } from '../../submissions/view/submission-store.ts';
import type { Sample } from '../first-steps.ts';

/** Notices when a dataset was created, and when an environment was added: both complete a step of the walkthrough. */
export function followGatewaySteps(settings: Settings, submissions: SubmissionStore): Disposable {
  const hasCreated = () => submissions.current.records.some(({ state }) => state.kind === 'created');
  const hasEnvironment = () =>
    settings.environments().environments.some(({ name }) => name !== localEnvironmentName);
  return Disposable.from(
    setWhen('dataset.datasetCreated', hasCreated, submissions.onDidChange),
    setWhen('dataset.environmentAdded', hasEnvironment, (listener) =>
      workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('dataset.environments')) listener();
      }),
    ),
  );
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

/** Creates the sample in the local gateway, whichever environment is selected. */
export async function createSample(
  dependencies: SubmittingStudio,
  sample: Sample,
  localGateway: LocalGatewayCommands,
): Promise<void> {
  const editor = await sample.show();
  if (!editor) return;
  if (!localGateway.isRunning) {
    const choice = await notify(
      'warning',
      l10n.t('The local gateway is not running. Start it to create the dataset there.'),
      { buttons: { start: l10n.t('Start Local Gateway') } },
    );
    if (choice !== 'start') return;
    await localGateway.start();
  }
  const { environments } = dependencies.settings.environments();
  const environment = environments.find(({ name }) => name === localEnvironmentName);
  if (!localGateway.isRunning || !environment) return;
  await createOne(dependencies, editor.document.uri, { environment });
}
