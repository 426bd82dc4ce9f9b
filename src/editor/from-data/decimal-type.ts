import { l10n, type QuickPickItem, type Uri, window } from 'vscode';
import { decimalTypes, findDecimalType } from '../../inference/values/data-types.ts';
import { addDataType, dataTypeTargets } from '../authoring/features/data-type-setting.ts';
import type { FromDataHost } from './infer-files.ts';

/** The first data type for fractions that is known for a dataset file. */
export async function declaredDecimalType(
  { settings }: Pick<FromDataHost, 'settings'>,
  resource: Uri,
): Promise<string | undefined> {
  return findDecimalType((await settings.judge(resource)).settings.dataTypes);
}

/** Adds a data type for fractions to the settings, where that has an effect. */
export async function declareDecimalType(
  { settings }: Pick<FromDataHost, 'settings'>,
  name: string,
  resource: Uri,
): Promise<void> {
  const [target] = await dataTypeTargets(resource, settings);
  await addDataType(name, resource, target);
}

/** The declared data type for fractions; otherwise asks for one and declares it. `undefined` if the user cancels. */
export async function chooseDecimalType(
  host: Pick<FromDataHost, 'settings'>,
  resource: Uri,
): Promise<string | undefined> {
  const declared = await declaredDecimalType(host, resource);
  if (declared !== undefined) return declared;
  const items: QuickPickItem[] = decimalTypes.map((label) => ({ label }));
  const choice = await window.showQuickPick(items, {
    title: l10n.t('Data Type for Fractions'),
    placeHolder: l10n.t('Select the data type for numbers such as 1.5. It is added to "dataset.dataTypes".'),
    ignoreFocusOut: true,
  });
  if (choice === undefined) return undefined;
  await declareDecimalType(host, choice.label, resource);
  return choice.label;
}
