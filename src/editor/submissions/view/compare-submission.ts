import { commands, l10n, type Uri } from 'vscode';
import type { JournalEntry } from '../../../submission/journal/entry.ts';
import { documentName } from '../../../submission/state-message.ts';
import { indentJson } from '../../../text/indent-json.ts';
import { showFailure } from '../../notifications.ts';
import { checkSource, type DatasetSource, describeSourceFailure } from '../create/dataset-source.ts';
import type { SubmittingStudio } from '../create/editor-host.ts';

/** Compares the file as it would be sent now with what was sent. */
export async function compareWithSent(
  studio: SubmittingStudio,
  entry: JournalEntry,
  sent: Uint8Array,
): Promise<void> {
  const name = documentName(entry);
  const reading = await (await studio.submissions()).documents.read(entry);
  if (!reading.ok) {
    showFailure(describeSourceFailure(reading.failure));
    return;
  }
  const now = reading.value;
  const { documents } = studio;
  const text = new TextDecoder().decode(sent);
  const asSent = now.format === 'json' ? text : indentJson(text);
  const left = documents.add(`${name} as sent.json`, asSent);
  const right = now.format === 'json' ? now.uri : await asJson(studio, now);
  if (!right) {
    showFailure(l10n.t("{0} now has errors, so it can't be compared. Fix them, then try again.", name));
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

async function asJson(
  { settings, documents }: SubmittingStudio,
  source: DatasetSource,
): Promise<Uri | undefined> {
  const checked = await checkSource(source, settings);
  if (!checked.valid) return undefined;
  return documents.add(`${source.name} now.json`, indentJson(new TextDecoder().decode(checked.body)));
}
