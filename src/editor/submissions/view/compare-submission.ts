import { commands, l10n, Uri } from 'vscode';
import type { JournalEntry } from '../../../submission/journal/entry.ts';
import { documentName } from '../../../submission/records/message.ts';
import { indentJson } from '../../../text/indent-json.ts';
import { showFailure } from '../../show-failure.ts';
import { checkSource } from '../create/check-source.ts';
import { type DatasetSource, readSource } from '../create/dataset-source.ts';
import type { CreateParts } from '../submission-parts.ts';

/** The file as it would be sent now, beside what was sent then. */
export async function compareWithSent(
  studio: CreateParts,
  entry: JournalEntry,
  sent: Uint8Array,
): Promise<void> {
  const name = documentName(entry);
  const now = await readSource(Uri.parse(entry.document));
  if ('failure' in now) {
    showFailure(now.failure);
    return;
  }
  const { documents } = studio;
  const text = new TextDecoder().decode(sent);
  const asSent = now.format === 'json' ? text : indentJson(text);
  const left = documents.add(`sent of ${name}.json`, asSent);
  const right = now.format === 'json' ? now.uri : await asJson(studio, now);
  if (!right) {
    showFailure(l10n.t('{0} has errors by now, so it can’t be compared. Mend them, and try again.', name));
    return;
  }
  await commands.executeCommand(
    'vscode.diff',
    left,
    right,
    now.format === 'json'
      ? l10n.t('{0} (as sent ↔ now)', name)
      : l10n.t('{0} (as sent ↔ now, as JSON)', name),
  );
}

async function asJson({ settings, documents }: CreateParts, source: DatasetSource): Promise<Uri | undefined> {
  const checked = await checkSource(source, settings);
  if (!checked.valid) return undefined;
  return documents.add(`${source.name} now.json`, indentJson(new TextDecoder().decode(checked.body)));
}
