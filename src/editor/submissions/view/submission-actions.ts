import { env, l10n, Uri, window } from 'vscode';
import type { JournalRecord } from '../../../submission/journal/journal.ts';
import { datasetIdOf, describeState, documentName } from '../../../submission/records/message.ts';
import { indentJson } from '../../../text/indent-json.ts';
import { plainText } from '../../../text/plain-text.ts';
import { notificationText } from '../../notification-text.ts';
import { showFailure } from '../../show-failure.ts';
import { isTrustedFor } from '../../studio/trust.ts';
import type { CreateResult } from '../create/create-result.ts';
import type { CreateParts } from '../submission-parts.ts';
import { compareWithSent } from './compare-submission.ts';
import { chooseUnknown, settle, whyNot } from './settle.ts';
import type { SubmissionNode } from './submissions-tree.ts';
import { submitAgain } from './submit-again.ts';

/** What can be done with a submission in the view. Each takes the view's node, or a submission's ID. */
export class SubmissionActions {
  readonly #studio: CreateParts;

  constructor(studio: CreateParts) {
    this.#studio = studio;
  }

  /** The command line shares the journal through `--journal`. */
  async copyJournalPath(): Promise<string> {
    const { folder } = await this.#studio.submissions();
    await env.clipboard.writeText(folder);
    return folder;
  }

  async copyDatasetId(target: unknown): Promise<void> {
    const record = await this.#recordOf(target);
    const datasetId = record && datasetIdOf(record.state);
    if (datasetId !== undefined) await env.clipboard.writeText(datasetId);
  }

  async showDetails(target: unknown): Promise<void> {
    const record = await this.#recordOf(target);
    if (!record) return;
    const { entry, state } = record;
    const at = 'at' in state ? new Date(state.at).toLocaleString() : undefined;
    const lines = [
      [l10n.t('Outcome'), describeState(state)],
      [l10n.t('Document'), Uri.parse(entry.document).toString(true)],
      [l10n.t('Environment'), plainText(entry.environment)],
      [l10n.t('Address'), entry.requestUrl],
      [l10n.t('Submitted'), new Date(entry.begunAt).toLocaleString()],
      ...(at === undefined ? [] : [[l10n.t('Known since'), at]]),
      ...('status' in state ? [[l10n.t('Status'), String(state.status)]] : []),
      [l10n.t('Size'), l10n.t('{0} bytes', entry.body.length)],
      [l10n.t('SHA-256'), entry.body.sha256],
      [l10n.t('Submission'), entry.id],
    ];
    const width = Math.max(...lines.map(([name = '']) => name.length)) + 2;
    const text = lines.map(([name = '', value = '']) => `${`${name}:`.padEnd(width)}${value}`).join('\n');
    await this.#studio.documents.show(`${documentName(entry)}.txt`, `${text}\n`);
  }

  async showResponse(target: unknown): Promise<void> {
    const record = await this.#recordOf(target);
    if (!record || !('response' in record.state) || !record.state.response) return;
    const { entry, state } = record;
    await this.#studio.documents.show(
      `response to ${documentName(entry)}.json`,
      indentJson(state.response ?? ''),
    );
  }

  async showSent(target: unknown): Promise<void> {
    const record = await this.#recordOf(target);
    const sent = record && (await this.#sentBody(record));
    if (record && sent !== undefined)
      await this.#studio.documents.show(
        `sent of ${documentName(record.entry)}.json`,
        new TextDecoder().decode(sent),
      );
  }

  /** The file as it would be sent now, beside what was sent then. */
  async compare(target: unknown): Promise<void> {
    const record = await this.#recordOf(target);
    const sent = record && (await this.#sentBody(record));
    if (!record || sent === undefined) return;
    await compareWithSent(this.#studio, record.entry, sent);
  }

  /** Submits the file as it is now, or what was sent then where the two differ and the user wants that. */
  async submitAgain(target: unknown): Promise<CreateResult | undefined> {
    const record = await this.#recordOf(target);
    if (!record) return undefined;
    if (!(await isTrustedFor(l10n.t('Creating a dataset')))) return { outcome: 'cancelled' };
    return submitAgain(this.#studio, record);
  }

  /** Asks which one where none is given. */
  async settle(target: unknown): Promise<CreateResult | undefined> {
    const store = await this.#studio.submissions();
    const record = target === undefined ? await chooseUnknown(store) : await this.#recordOf(target);
    if (!record) return undefined;
    return (await settle(store, record)) === 'submit-again' ? this.submitAgain(record.entry.id) : undefined;
  }

  /** `selection` are all selected nodes, where there are several. */
  async delete(target: unknown, selection: unknown): Promise<void> {
    const several: unknown[] = Array.isArray(selection) && selection.length > 0 ? selection : [target];
    const found = await Promise.all(several.map((one) => this.#recordOf(one)));
    const records = found.filter((record) => record !== undefined);
    const [first] = records;
    if (!first) return;
    const remove = l10n.t('Delete');
    const choice = await window.showWarningMessage(
      notificationText(
        records.length === 1
          ? l10n.t('Delete the record of {0}?', documentName(first.entry))
          : l10n.t('Delete the records of {0} submissions?', records.length),
      ),
      {
        modal: true,
        detail: l10n.t(
          'The dataset stays where it is. Nobody will be warned when the same content is submitted again.',
        ),
      },
      remove,
    );
    if (choice !== remove) return;
    const store = await this.#studio.submissions();
    const refused: string[] = [];
    for (const { entry } of records) {
      const noted = await store.journal.delete(entry.id);
      if (!noted.ok) refused.push(`${documentName(entry)}: ${whyNot(noted)}`);
    }
    await store.refresh();
    const [reason] = refused;
    if (reason !== undefined) showFailure(reason);
  }

  async #recordOf(target: unknown): Promise<JournalRecord | undefined> {
    const id = typeof target === 'string' ? target : idOfNode(target);
    if (id === undefined) return undefined;
    const store = await this.#studio.submissions();
    const reading = await store.journal.read(id);
    if (reading.kind === 'ok') return reading.record;
    showFailure(
      reading.kind === 'fault'
        ? whyNot({ ok: false, fault: reading.fault })
        : whyNot({ ok: false, forbidden: reading.kind }),
    );
    return undefined;
  }

  async #sentBody({ entry }: JournalRecord): Promise<Uint8Array | undefined> {
    const body = await (await this.#studio.submissions()).journal.body(entry.id);
    if (!body)
      showFailure(
        l10n.t(
          'What was sent of {0} can’t be read: its entry in the journal is damaged.',
          documentName(entry),
        ),
      );
    return body;
  }
}

function idOfNode(target: unknown): string | undefined {
  const node = target as SubmissionNode | null | undefined;
  return typeof node === 'object' && node?.kind === 'record' ? node.record.entry.id : undefined;
}
