import { l10n, Uri } from 'vscode';
import type { CreateResult } from '../../app/submissions/create-datasets.ts';
import type { Environment } from '../../environments/environment.ts';
import { failure, success } from '../../result.ts';
import { serviceOf } from '../../submission/dataset-history.ts';
import { hasLastingUri, type JournalEntry } from '../../submission/journal/entry.ts';
import { type JournalRecord, serviceAddress } from '../../submission/journal/journal.ts';
import { documentName } from '../../submission/state-message.ts';
import {
  checkSource,
  type DatasetSource,
  describeSourceFailure,
  readSource,
  type SourceResult,
} from '../documents/dataset-source.ts';
import { showNoEnvironment } from '../documents/read-target.ts';
import type { Settings } from '../studio/editor-settings.ts';
import type { Studio } from '../studio/studio.ts';
import { ask } from '../ui/notifications.ts';
import { createOne } from './create/create-dataset.ts';

/** Submits the current file again, or what was sent if they differ and the user prefers that. */
export async function submitRecordAgain(
  studio: Studio,
  record: JournalRecord,
): Promise<CreateResult | undefined> {
  const environment = environmentOf(record, studio.settings);
  const reading = environment && (await whatToSubmit(studio, record));
  return reading && createOne(studio, Uri.parse(record.entry.document), { environment, reading });
}

/** The environment that it was submitted to. One of the same name but with another address doesn't count. */
function environmentOf({ entry }: JournalRecord, settings: Settings): Environment | undefined {
  const { environments } = settings.environments();
  const environment =
    environments.find(
      ({ name, service }) => name === entry.environment && service.baseUrl.origin === entry.origin,
    ) ?? environments.find(({ service }) => serviceOf({ service }) === serviceAddress(entry.requestUrl));
  if (!environment) showNoEnvironment(entry.origin);
  return environment;
}

async function whatToSubmit(studio: Studio, record: JournalRecord): Promise<SourceResult | undefined> {
  const { entry } = record;
  const uri = Uri.parse(entry.document);
  const { journal } = await studio.submissions();
  const sent = await journal.body(entry.id);
  const now = await readSubmitted(entry);
  if (!sent) return now;
  const asSent: DatasetSource = {
    uri,
    name: documentName(entry),
    format: 'json',
    content: sent,
    unsaved: false,
  };
  if (now.ok && (await isSame(now.value, sent, studio.settings))) return now;
  const name = documentName(entry);
  const message = now.ok
    ? l10n.t('{0} has changed since it was submitted.', name)
    : describeSourceFailure(now.failure);
  const choice = await ask<string>(message, {
    ...(now.ok ? { current: l10n.t('Submit Current File') } : {}),
    sent: l10n.t('Submit Original Content'),
  });
  if (choice === 'current') return now;
  return choice === 'sent' ? success(asSent) : undefined;
}

async function isSame(now: DatasetSource, sent: Uint8Array, settings: Settings): Promise<boolean> {
  const checked = await checkSource(now, settings);
  return checked.valid && Buffer.compare(checked.body, sent) === 0;
}

/** Reads the document that was submitted, as it is now. */
export async function readSubmitted(entry: JournalEntry): Promise<SourceResult> {
  return hasLastingUri(entry)
    ? readSource(Uri.parse(entry.document))
    : failure({ kind: 'not-found', name: documentName(entry) });
}
