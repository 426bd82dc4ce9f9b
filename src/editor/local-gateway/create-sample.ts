import { l10n } from 'vscode';
import type { Sample } from '../first-steps/first-steps.ts';
import { notify } from '../notifications.ts';
import { createOne } from '../submissions/create/create-dataset.ts';
import type { SubmittingStudio } from '../submissions/view/submission-store.ts';
import { type LocalGatewayCommands, localEnvironmentName } from './local-gateway-commands.ts';

/** Creates the sample in the local gateway, whichever environment is selected. */
export async function createSample(
  dependencies: SubmittingStudio,
  sample: Sample,
  localGateway: LocalGatewayCommands,
): Promise<void> {
  const editor = await sample.show();
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
