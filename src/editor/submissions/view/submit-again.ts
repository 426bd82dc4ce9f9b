import { l10n, Uri, window } from 'vscode';
import type { Environment } from '../../../environments/environment.ts';
import { datasetUrl } from '../../../gateway/dataset-request.ts';
import type { JournalRecord } from '../../../submission/journal/journal.ts';
import { documentName } from '../../../submission/records/message.ts';
import { notificationText } from '../../notification-text.ts';
import { showFailure } from '../../show-failure.ts';
import type { Settings } from '../../studio/settings.ts';
import { checkSource } from '../create/check-source.ts';
import { createOne } from '../create/create-one.ts';
import type { CreateResult } from '../create/create-result.ts';
import { type DatasetSource, readSource, type SourceReading } from '../create/dataset-source.ts';
import type { CreateParts } from '../submission-parts.ts';

/** Submits the file as it is now, or what was sent then where the two differ and the user wants that. */
export async function submitAgain(
  studio: CreateParts,
  record: JournalRecord,
): Promise<CreateResult | undefined> {
  const environment = environmentOf(record, studio.settings);
  const reading = environment && (await whatToSubmit(studio, record));
  return reading && createOne(studio, reading, environment);
}

/** The one that it went to; a name that stands for another address by now is none. */
function environmentOf({ entry }: JournalRecord, settings: Settings): Environment | undefined {
  const { environments } = settings.environments();
  const environment =
    environments.find(
      ({ name, service }) => name === entry.environment && service.baseUrl.origin === entry.origin,
    ) ??
    environments.find(
      ({ service }) => addressOf(datasetUrl(service)) === addressOf(new URL(entry.requestUrl)),
    );
  if (!environment)
    showFailure(
      l10n.t(
        'No environment stands for {0} any more. Add one in the settings, then submit it again.',
        entry.origin,
      ),
    );
  return environment;
}

async function whatToSubmit(studio: CreateParts, record: JournalRecord): Promise<SourceReading | undefined> {
  const { entry } = record;
  const uri = Uri.parse(entry.document);
  const sent = await (await studio.submissions()).journal.body(entry.id);
  const now = await readSource(uri);
  if (!sent) return now;
  const asSent: DatasetSource = {
    uri,
    name: documentName(entry),
    format: 'json',
    content: sent,
    unsaved: false,
  };
  if (!('failure' in now) && (await isSame(now, sent, studio.settings))) return now;
  const name = documentName(entry);
  const then = l10n.t('Submit What Was Sent');
  const asItIs = l10n.t('Submit the File as It Is Now');
  const choice = await window.showWarningMessage(
    notificationText(
      'failure' in now ? now.failure : l10n.t('{0} has changed since it was submitted.', name),
    ),
    { modal: true },
    ...('failure' in now ? [] : [asItIs]),
    then,
  );
  if (choice === asItIs) return now;
  return choice === then ? asSent : undefined;
}

async function isSame(now: DatasetSource, sent: Uint8Array, settings: Settings): Promise<boolean> {
  const checked = await checkSource(now, settings);
  return checked.valid && Buffer.compare(checked.body, sent) === 0;
}

/** Without the retention policy, which makes no other service of it. */
function addressOf({ origin, pathname }: URL): string {
  return origin + pathname;
}
