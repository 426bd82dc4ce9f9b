import { l10n, workspace } from 'vscode';
import {
  draftOf,
  type EnvironmentDraft,
  entryOf,
  neededFields,
} from '../../../environments/environment-draft.ts';
import type { ProviderGrantType } from '../../../environments/grant-types.ts';
import { describeTokenFailure } from '../../../identity/messages/token-failure-message.ts';
import type { Studio } from '../../studio/studio.ts';
import { commandButton, notify } from '../../ui/notifications.ts';
import { askField, type FieldChecks } from './ask-field.ts';
import { askChoice } from './questions.ts';

/** What the user has entered of an environment and not finished. */
export interface UnfinishedEnvironment {
  draft: EnvironmentDraft;
}

/**
 * Add Environment: asks step by step, adds the entry to the user's settings and selects it. Returns its name. `unfinished` keeps
 * the draft, so that the user can continue later.
 */
export async function addEnvironment(
  studio: Studio,
  unfinished: UnfinishedEnvironment,
): Promise<string | undefined> {
  if (!(await choosesDraft(unfinished)) || !(await fillIn(studio, unfinished))) return undefined;
  const { draft } = unfinished;
  const entry = entryOf(draft);
  await studio.settings.saveEnvironment(entry);
  unfinished.draft = {};
  await studio.settings.selectEnvironment(entry.name);
  await studio.approvals.approveNamed(entry.name);
  void notify(
    'info',
    l10n.t('The environment "{0}" was added and selected.', entry.name),
    commandButton(l10n.t('Sign In'), 'dataset.signIn', entry.name),
  );
  return entry.name;
}

export function fieldChecks(studio: Studio, ownName?: string): FieldChecks {
  // Also of those that can't be used: they would be replaced.
  const names = studio.settings.environmentEntries().flatMap((entry) => draftOf(entry).name?.trim() || []);
  return {
    taken: new Set(names.filter((name) => name !== ownName)),
    // In Restricted Mode nothing is sent.
    checkIssuer: async (issuer, grantType, signal) =>
      workspace.isTrusted ? checkIssuer(studio, issuer, grantType, signal) : undefined,
  };
}

/** Lets the user continue an unfinished draft, or start over; false if the user cancels. */
async function choosesDraft(unfinished: UnfinishedEnvironment): Promise<boolean> {
  const left = unfinished.draft;
  if (!left.name) return true;
  const answer = await askChoice(
    { title: l10n.t('Add Environment'), canGoBack: false },
    l10n.t('You have an unfinished environment.'),
    [
      { label: l10n.t('Continue "{0}"', left.name), description: left.baseUrl ?? '', value: left },
      { label: l10n.t('Start Over'), value: {} },
    ],
  );
  if (answer.kind === 'answered') unfinished.draft = answer.value;
  return answer.kind === 'answered';
}

/** Asks for missing fields, and for those that the user goes back to; false if the user cancels. */
async function fillIn(studio: Studio, unfinished: UnfinishedEnvironment): Promise<boolean> {
  const dependencies = fieldChecks(studio);
  const needed = neededFields(unfinished.draft);
  const firstOpen = needed.findIndex((field) => unfinished.draft[field] === undefined);
  let index = firstOpen === -1 ? needed.length - 1 : firstOpen;
  for (;;) {
    const { draft } = unfinished;
    const fields = neededFields(draft);
    const field = fields[index];
    if (!field) return true;
    const step = {
      title: l10n.t('Add Environment'),
      number: index + 1,
      canGoBack: index > 0,
      // The number of steps depends on the grant type.
      of: draft.grantType && fields.length,
    };
    const answer = await askField(field, draft, step, dependencies);
    switch (answer.kind) {
      case 'left':
        return false;
      case 'back':
        index -= 1;
        break;
      case 'answered':
        unfinished.draft = { ...draft, [field]: answer.value.trim() };
        index += 1;
        break;
    }
  }
}

/** In milliseconds. Short, because the user waits at an input box. */
const maxWait = 10_000;

/** Why the grant can't use `issuer`: its discovery document is missing or unsuitable. `undefined` if it can. */
export async function checkIssuer(
  { connection }: Pick<Studio, 'connection'>,
  issuer: URL,
  grantType: ProviderGrantType,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { http } = await connection();
  const { connectProvider } = await import('../../../identity/provider/connect-provider.ts');
  const connected = await connectProvider(
    {
      grantType,
      // Discovery doesn't need a registered client.
      clientId: 'dataset-studio',
      clientAuthentication: 'none',
      server: { by: 'discovery', issuer },
      scopes: [],
    },
    '',
    { http, now: Date.now },
    { timeout: maxWait, signal },
  );
  return connected.ok ? undefined : describeTokenFailure(connected.failure);
}
