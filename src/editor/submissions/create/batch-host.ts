import { l10n, Uri } from 'vscode';
import {
  type CreateEnd,
  type CreateHost,
  type CreateResult,
  createResultOf,
  type Sending,
} from '../../../app/create-datasets.ts';
import type { Environment } from '../../../environments/environment.ts';
import { failure, type Result, success } from '../../../result.ts';
import { type DocumentResult, resultKindOf } from '../../../submission/batch/batch-results.ts';
import type { Batch, BatchDraft } from '../../../submission/journal/directory/directory-batches.ts';
import type { Journal, JournalRecord } from '../../../submission/journal/journal.ts';
import type { JournalFailure } from '../../../submission/journal/journal-failure.ts';
import { describeOutcome } from '../../../submission/outcome-message.ts';
import { unknownOutcome } from '../../../submission/outcome-table.ts';
import { documentName } from '../../../submission/state-message.ts';
import { chooseEnvironment } from '../../environments/choose-environment.ts';
import { showFailure } from '../../notifications.ts';
import type { SubmittingStudio } from '../view/submission-store.ts';
import { askAboutEarlier } from './ask-about-earlier.ts';
import { rowOf, type SummaryRow, showEnd, summaryOf } from './batch-summary.ts';
import { type CheckedFile, confirmMany } from './confirm-submission.ts';
import { openSender } from './create-one.ts';
import { checkSource, describeSourceFailure, readSource, warningsOf } from './dataset-source.ts';
import { withBatchProgress, withCheckProgress } from './progress-notification.ts';

/** Creates many datasets with one question and one progress notification, and collects their results. */
export class BatchHost implements CreateHost {
  readonly #studio: SubmittingStudio;
  readonly #interrupted: Batch | undefined;
  /** By document, as all other maps. */
  readonly #files = new Map<string, CheckedFile>();
  readonly #rows = new Map<string, SummaryRow>();
  readonly results = new Map<string, CreateResult>();
  readonly concurrency: number;
  #batch: Batch | undefined;
  #environment: Environment | undefined;
  #skipsCreated = false;

  /** `interrupted`: the batch to resume. */
  constructor(studio: SubmittingStudio, interrupted?: Batch) {
    this.#studio = studio;
    this.#interrupted = interrupted;
    this.concurrency = studio.settings.concurrency();
  }

  get files(): readonly CheckedFile[] {
    return [...this.#files.values()];
  }

  async journal(): Promise<Journal> {
    return (await this.#studio.submissions()).journal;
  }

  async sender(environment: Environment): ReturnType<CreateHost['sender']> {
    this.#environment = environment;
    const sender = await openSender(this.#studio, environment);
    return sender ? success(sender) : failure({ kind: 'cancelled' });
  }

  readonly whileValidating = withCheckProgress;

  async load(document: string): Promise<Uint8Array | undefined> {
    const { settings } = this.#studio;
    const uri = Uri.parse(document);
    const source = await readSource(uri);
    const checked = source.ok ? await checkSource(source.value, settings) : undefined;
    if (!this.#files.has(document) && this.#interrupted === undefined) {
      const name = documentName({ document });
      if (!source.ok) {
        this.#files.set(document, { valid: false, name, reason: describeSourceFailure(source.failure) });
      } else if (!checked?.valid) {
        const first = checked?.errors[0];
        const line = (first?.range.start.line ?? 0) + 1;
        const reason = l10n.t('Line {0}: {1}', line, first?.message ?? '');
        this.#files.set(document, { valid: false, name, reason });
      } else {
        const warnings = (await warningsOf(source.value, checked, settings)).length;
        const { unsaved } = source.value;
        const { tables, columns } = checked.summary;
        this.#files.set(document, { valid: true, name, tables, columns, warnings, unsaved });
      }
    }
    return checked?.valid ? checked.body : undefined;
  }

  async confirm(): Promise<Environment | undefined> {
    const environment = await chooseEnvironment(this.#studio.settings);
    return environment && (await confirmMany(this.#studio, this.files, environment))
      ? environment
      : undefined;
  }

  async beginBatch(draft: BatchDraft): Promise<Result<string, JournalFailure>> {
    const store = await this.#studio.submissions();
    const begun = await (this.#interrupted ? store.takeUp(this.#interrupted) : store.batches.begin(draft));
    if (!begun.ok) return begun;
    this.#batch = begun.value;
    return success(begun.value.id);
  }

  async endBatch(id: string, left: number): Promise<void> {
    const store = await this.#studio.submissions();
    if (left > 0 && this.#batch) await store.putAside(this.#batch);
    else await store.endBatch(id);
  }

  async whileSending<Value>(
    environment: Environment,
    send: (sending: Sending) => Promise<Value>,
  ): Promise<Value> {
    return withBatchProgress(this.#batch?.documents.length ?? 0, environment.name, send);
  }

  async decide(document: string, earlier: JournalRecord): Promise<'submit' | 'skip' | 'stop'> {
    if (this.#skipsCreated && earlier.state.kind !== 'unknown') return 'skip';
    const name = documentName({ document });
    const answer = await askAboutEarlier(this.#studio, name, this.#environment?.name ?? '', earlier, true);
    if (answer !== 'skip-all') return answer;
    this.#skipsCreated = true;
    return 'skip';
  }

  onResult(document: string, result: DocumentResult): void {
    this.results.set(document, createResultOf(result));
    const file = this.#files.get(document);
    const kind = resultKindOf(result);
    // What the user stopped remains, and can be resumed.
    if (kind !== 'cancelled')
      this.#rows.set(
        document,
        kind === 'invalid' && file?.valid === false
          ? { group: 'invalid', document, text: file.reason }
          : rowOf(document, result, this.#environment?.name ?? ''),
      );
    if (result.kind !== 'submitted') return;
    const { log } = this.#studio;
    const address = this.#environment?.service.baseUrl.href;
    if (kind !== 'cancelled') log.info(`${documentName({ document })} → ${address}: ${kind}`);
    if (result.unrecorded) log.error(unknownOutcome.unrecorded(result.unrecorded));
  }

  /** Opens a document with all results, and shows a notification. */
  async showSummary(end: CreateEnd): Promise<void> {
    const environment = this.#environment;
    if (!environment) return;
    if (!end.ok) {
      if (end.failure.kind !== 'invalid' && end.failure.kind !== 'cancelled')
        showFailure(describeOutcome(end.failure, environment.name).text);
      return;
    }
    const rows = [...this.#rows.values()];
    const { text, links } = summaryOf(rows, end.value, environment);
    const title = l10n.t('Create Dataset in {0}', environment.name).concat('.txt');
    await this.#studio.documents.show(title, text, links);
    if (this.#batch) void showEnd(this.#batch, end.value, rows, environment.name);
  }
}
