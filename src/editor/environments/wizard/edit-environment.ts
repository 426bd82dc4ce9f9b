import { l10n, workspace } from 'vscode';
import { type Environment, readEnvironments } from '../../../environments/environment.ts';
import {
  type DraftField,
  defaultOf,
  draftOf,
  type EnvironmentDraft,
  editableFields,
  entryOf,
} from '../../../environments/environment-draft.ts';
import { forgetEnvironment, secretKey } from '../../../identity/secrets/secret-vault.ts';
import { isRecord } from '../../../is-record.ts';
import { currentEnvironment } from '../../studio/current-environment.ts';
import { isTrustedWorkspace, type Studio } from '../../studio/studio.ts';
import { confirm, notify, showFailure } from '../../ui/notifications.ts';
import { openEnvironmentSettings, passedEnvironment } from '../choose-environment.ts';
import { isFailed, notifyCorrected } from '../sign-in/sign-in-commands.ts';
import { fieldChecks } from './add-environment.ts';
import { askField } from './ask-field.ts';
import { fieldWords } from './environment-fields.ts';
import { type Answer, askChoice } from './questions.ts';

/** Edit Environment: shows a list of its fields, and asks for the chosen ones until it is saved. */
export async function editEnvironment(studio: Studio, target?: unknown, failed?: unknown): Promise<void> {
  const name = await whichEnvironment(studio, target, l10n.t('Edit Environment'));
  if (name === undefined) return;
  const original = draftOf(
    studio.settings.environmentEntries().find((entry) => draftOf(entry).name?.trim() === name),
  );
  const draft = await editFields(studio, { ...original, name });
  if (!draft) return;
  const before = studio.settings.environments().environments.find((one) => one.name === name);
  const entry = entryOf(draft);
  const wasSelected = studio.settings.selectedEnvironment() === name;
  await studio.settings.saveEnvironment(entry, name);
  if (wasSelected && entry.name !== name) await studio.settings.selectEnvironment(entry.name);
  await deleteOldSecrets(studio, before, entry);
  if (isFailed(failed)) void notifyCorrected(l10n.t('The environment {0} is saved.', entry.name), failed);
}

/** The environment that the command is called with, or the one that the user chooses; undefined if there is none, or the user cancels. */
async function whichEnvironment(
  { settings }: Pick<Studio, 'settings'>,
  target: unknown,
  title: string,
): Promise<string | undefined> {
  const { environments, problems } = settings.environments();
  const isProblem = isRecord(target) && target.kind === 'problem';
  const passed = isProblem ? null : passedEnvironment(settings, target);
  if (passed !== null) return passed?.name;
  if (isProblem || (environments.length === 0 && problems.length > 0)) {
    await openEnvironmentSettings();
    return undefined;
  }
  if (environments.length === 0) {
    void notify('info', l10n.t('There are no environments yet.'));
    return undefined;
  }
  const answer = await askChoice(
    { title, canGoBack: false },
    l10n.t('Which environment?'),
    environments.map(({ name, service }) => ({
      label: name,
      description: service.baseUrl.href,
      value: name,
    })),
    currentEnvironment(settings)?.name,
  );
  return answer.kind === 'answered' ? answer.value : undefined;
}

type Action = DraftField | 'save' | 'settings';

/** Undefined if the user leaves without saving. */
async function editFields(
  studio: Studio,
  original: EnvironmentDraft & { readonly name: string },
): Promise<EnvironmentDraft | undefined> {
  const dependencies = fieldChecks(studio, original.name);
  const title = l10n.t('Edit Environment {0}', original.name);
  let draft: EnvironmentDraft = original;
  let last: Action | undefined;
  for (;;) {
    const isChanged = JSON.stringify(entryOf(draft)) !== JSON.stringify(entryOf(original));
    const action = await askAction(draft, title, isChanged, last);
    if (action.kind === 'left') {
      const question = l10n.t('Discard the changes to the environment "{0}"?', original.name);
      if (isChanged && !(await confirm(question, l10n.t('Discard Changes')))) continue;
      return undefined;
    }
    if (action.kind === 'back') continue;
    if (action.value === 'settings') {
      await openEnvironmentSettings();
      return undefined;
    }
    if (action.value === 'save') {
      const problem = problemOf(draft);
      if (problem === undefined) return isChanged ? draft : undefined;
      showFailure(problem);
      continue;
    }
    last = action.value;
    const answer = await askField(action.value, draft, { title, canGoBack: true }, dependencies);
    if (answer.kind === 'answered') draft = { ...draft, [action.value]: answer.value.trim() };
  }
}

function askAction(
  draft: EnvironmentDraft,
  title: string,
  isChanged: boolean,
  last: Action | undefined,
): Promise<Answer<Action>> {
  const problem = problemOf(draft);
  const fields = editableFields(draft).map((field) => ({
    label: fieldWords[field].label(),
    description: fieldValue(field, draft),
    value: field,
  }));
  const save = {
    label: `$(save) ${isChanged ? l10n.t('Save') : l10n.t('Close Without Changes')}`,
    ...(problem !== undefined && { detail: `$(warning) ${problem}` }),
    value: 'save' as const,
  };
  const settings = { label: `$(json) ${l10n.t('Edit in settings.json')}`, value: 'settings' as const };
  const placeholder = isChanged
    ? l10n.t('You have unsaved changes. Select a field to change, or Save.')
    : l10n.t('Select a field to change.');
  const choices = isChanged ? [save, ...fields, settings] : [...fields, save, settings];
  return askChoice<Action>({ title, canGoBack: false }, placeholder, choices, isChanged ? 'save' : last);
}

function fieldValue(field: DraftField, draft: EnvironmentDraft): string {
  const value = draft[field] ?? defaultOf(field, draft);
  if (field !== 'providerBy' && field !== 'clientAuthentication') return value;
  return fieldWords[field].choices?.(draft).find((choice) => choice.value === value)?.label ?? value;
}

function problemOf(draft: EnvironmentDraft): string | undefined {
  return readEnvironments([entryOf(draft)]).problems[0];
}

/** Secrets are bound to name and address: those of the old ones can't be used any longer. */
async function deleteOldSecrets(
  { vault }: Pick<Studio, 'vault'>,
  before: Environment | undefined,
  entry: { readonly name: string },
): Promise<void> {
  const [after] = readEnvironments([entry]).environments;
  if (!before || !after || !workspace.isTrusted) return;
  if (secretKey(before, 'subscriptionKey') === secretKey(after, 'subscriptionKey')) return;
  if ((await forgetEnvironment(vault, before.name)) === 0) return;
  void notify(
    'info',
    l10n.t(
      'The credentials of "{0}" were deleted, because its name or address has changed. Sign in again.',
      before.name,
    ),
  );
}

/** Remove Environment: asks, signs out, and removes it from the settings with all secrets that are stored under its name. */
export async function removeEnvironment(studio: Studio, target?: unknown): Promise<void> {
  if (!(await isTrustedWorkspace())) return;
  const name = await whichEnvironment(studio, target, l10n.t('Remove Environment'));
  if (name === undefined) return;
  const detail = l10n.t(
    'It is removed from your settings, and its passwords, tokens, subscription key, and client secret are deleted.',
  );
  const question = l10n.t('Remove the environment "{0}"?', name);
  if (await confirm(question, l10n.t('Remove'), detail)) await removeWithSecrets(studio, name);
}

async function removeWithSecrets({ settings, vault, connection }: Studio, name: string): Promise<void> {
  const environment = settings.environments().environments.find((one) => one.name === name);
  // First: no credential is deleted if VS Code can't write the settings.
  await settings.removeEnvironment(name);
  const signedOut = environment && (await (await connection()).tokens.signOut(environment));
  const count = await forgetEnvironment(vault, name);
  if (settings.selectedEnvironment() === name) await settings.selectEnvironment(undefined);
  const removed =
    count === 0
      ? l10n.t('The environment "{0}" was removed.', name)
      : l10n.t('The environment "{0}" was removed, and its credentials were deleted.', name);
  // Tokens that the identity provider did not revoke can still be used.
  const areTokensLeft = signedOut && signedOut.revocation !== 'revoked' && signedOut.revocation !== 'none';
  const left = l10n.t('The identity provider did not revoke the tokens. They stay valid until they expire.');
  void notify('info', areTokensLeft ? `${removed} ${left}` : removed);
}
