import { l10n } from 'vscode';
import {
  type LocalGatewayCommands,
  localEnvironmentName,
} from '../../local-gateway/local-gateway-commands.ts';
import { notify } from '../../notifications.ts';
import { createOne } from '../../submissions/create/create-one.ts';
import { readSource } from '../../submissions/create/dataset-source.ts';
import type { SubmittingStudio } from '../../submissions/create/editor-host.ts';
import type { Sample } from '../sample.ts';

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
  await createOne(dependencies, await readSource(editor.document.uri), environment);
}
