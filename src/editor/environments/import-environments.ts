import { l10n, Uri, window, workspace } from 'vscode';
import {
  freeName,
  type ImportedEnvironment,
  readEnvironmentFile,
} from '../../environments/environment-file.ts';
import { notificationText } from '../notification-text.ts';
import { showFailure } from '../show-failure.ts';
import type { Studio } from '../studio/studio.ts';
import { authenticationLine } from './view/authentication-line.ts';
import { askChoice } from './wizard/questions.ts';

/** Nobody writes so many environments by hand. */
const maxFileSize = 1024 * 1024;

/**
 * Import Environments: what is to be taken is chosen, with the addresses in sight; one that is defined otherwise is
 * replaced only where the user says so. `source` and `conflicts` answer for a caller who asks no one.
 */
export async function importEnvironments(
  { settings }: Pick<Studio, 'settings'>,
  source?: unknown,
  conflicts?: unknown,
): Promise<void> {
  const uri = source instanceof Uri ? source : await chooseFile();
  if (!uri) return;
  const reading = await readFile(uri, settings.environmentEntries());
  if (!reading.ok) {
    showFailure(reading.message);
    return;
  }
  const fresh = reading.environments.filter(({ defined }) => defined !== 'same');
  const answer = answerOf(conflicts);
  const chosen = answer ? fresh : await chooseEnvironments(fresh);
  if (!chosen) return;
  const done: string[] = [];
  for (const one of chosen) {
    const name = await importOne(settings, one, answer);
    if (name === undefined) break;
    if (name !== '') done.push(name);
  }
  tell(done, reading.environments.length - fresh.length, reading.problems);
}

type ConflictAnswer = 'replace' | 'keep-both' | 'skip';

function answerOf(value: unknown): ConflictAnswer | undefined {
  return (['replace', 'keep-both', 'skip'] as const).find((known) => known === value);
}

async function readFile(
  uri: Uri,
  defined: readonly unknown[],
): Promise<ReturnType<typeof readEnvironmentFile>> {
  try {
    const { size } = await workspace.fs.stat(uri);
    if (size > maxFileSize)
      return { ok: false, message: l10n.t('The file is too large to be a list of environments.') };
    const bytes = await workspace.fs.readFile(uri);
    return readEnvironmentFile(new TextDecoder().decode(bytes), defined);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ok: false, message: l10n.t("The file can't be read. {0}", why) };
  }
}

async function chooseFile(): Promise<Uri | undefined> {
  const [uri] =
    (await window.showOpenDialog({
      title: l10n.t('Import Environments'),
      filters: { JSON: ['json'] },
    })) ?? [];
  return uri;
}

async function chooseEnvironments(
  environments: readonly ImportedEnvironment[],
): Promise<readonly ImportedEnvironment[] | undefined> {
  if (environments.length === 0) return [];
  const picked = await window.showQuickPick(
    environments.map((one) => ({
      label: one.entry.name,
      description: one.environment.service.baseUrl.href,
      detail: [
        authenticationLine(one.environment),
        ...(one.defined === 'other' ? [l10n.t('Differs from your environment of the same name')] : []),
      ].join(' · '),
      picked: true,
      one,
    })),
    {
      title: l10n.t('Import Environments'),
      placeHolder: l10n.t('Which are to be imported? Credentials will be sent to the addresses shown.'),
      canPickMany: true,
      ignoreFocusOut: true,
    },
  );
  return picked?.map(({ one }) => one);
}

/** The name that it is stored under; empty where it was skipped, undefined where the user wants no more. */
async function importOne(
  settings: Studio['settings'],
  { entry, environment, defined }: ImportedEnvironment,
  given: ConflictAnswer | undefined,
): Promise<string | undefined> {
  if (defined === 'no') {
    await settings.saveEnvironment(entry);
    return entry.name;
  }
  const { environments } = settings.environments();
  const both = freeName(entry.name, new Set(environments.map(({ name }) => name)));
  const before = environments.find(({ name }) => name === entry.name);
  const answer =
    given ?? (await askConflict(entry.name, both, before?.service.baseUrl, environment.service.baseUrl));
  switch (answer) {
    case undefined:
      return undefined;
    case 'skip':
      return '';
    case 'replace':
      await settings.saveEnvironment(entry);
      return entry.name;
    case 'keep-both':
      await settings.saveEnvironment({ ...entry, name: both });
      return both;
  }
}

async function askConflict(
  name: string,
  both: string,
  before: URL | undefined,
  after: URL,
): Promise<ConflictAnswer | undefined> {
  const answer = await askChoice<ConflictAnswer>(
    { title: l10n.t('Import Environments'), canGoBack: false },
    l10n.t('"{0}" is defined already, otherwise. What should become of it?', name),
    [
      {
        label: l10n.t('Keep Both'),
        description: l10n.t('the imported one as "{0}"', both),
        value: 'keep-both',
      },
      {
        label: l10n.t('Replace'),
        description: l10n.t('{0} becomes {1}', before?.href ?? '?', after.href),
        value: 'replace',
      },
      { label: l10n.t('Skip'), value: 'skip' },
    ],
  );
  return answer.kind === 'answered' ? answer.value : undefined;
}

function tell(done: readonly string[], same: number, problems: readonly string[]): void {
  const sentences = [
    done.length === 0
      ? l10n.t('No environment was imported.')
      : l10n.t('Imported: {0}. Credentials are asked for when they are needed.', done.join(', ')),
    ...(same > 0 ? [l10n.t('{0} are defined already, just so.', same)] : []),
    ...problems,
  ];
  const show = problems.length > 0 ? window.showWarningMessage : window.showInformationMessage;
  void show(notificationText(sentences.join(' ')));
}
