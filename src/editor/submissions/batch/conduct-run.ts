import { commands, l10n, ProgressLocation, Uri, window } from 'vscode';
import type { DocumentResult, RunProgress, RunSummary } from '../../../submission/batch/run-progress.ts';
import { type ManySubmissions, submitMany } from '../../../submission/batch/submit-many.ts';
import type { Run } from '../../../submission/journal/directory/run-file.ts';
import { describeUnrecorded } from '../../../submission/journal/fault-message.ts';
import type { JournalRecord } from '../../../submission/journal/journal.ts';
import { describeOutcome } from '../../../submission/outcome-message.ts';
import { documentName } from '../../../submission/records/message.ts';
import { notificationText } from '../../notification-text.ts';
import { showFailure } from '../../show-failure.ts';
import { abortSignalOf } from '../create/abort-signal.ts';
import { askAboutEarlier } from '../create/ask-about-earlier.ts';
import { checkSource } from '../create/check-source.ts';
import { type CreateResult, resultOf, resultOfRecord } from '../create/create-result.ts';
import { readSource } from '../create/dataset-source.ts';
import type { Access, CreateParts } from '../submission-parts.ts';
import type { CheckedFile } from './check-many.ts';
import { rowOf, type SummaryRow, summaryText } from './run-summary.ts';

/** Works a run of many documents off, shows how far it is, and at the end what became of each. Results by document. */
export async function conductRun(
  studio: CreateParts,
  run: Run,
  access: Access,
  invalid: readonly CheckedFile[],
): Promise<ReadonlyMap<string, CreateResult>> {
  const { environment } = access.submission;
  const store = await studio.submissions();
  const results = new Map<string, CreateResult>();
  const rows: SummaryRow[] = invalid.map((file) => ({
    group: 'invalid',
    name: file.name,
    text: file.valid ? '' : file.reason,
  }));
  const told = (document: string, result: DocumentResult) => {
    const name = documentName({ document });
    results.set(document, createResultOf(result));
    rows.push(rowOf(name, result, environment));
    if (result.kind !== 'submitted') return;
    studio.log.info(`${name} → ${environment.service.baseUrl.href}: ${result.outcome.outcome}`);
    if (result.unrecorded) studio.log.error(describeUnrecorded(result.unrecorded));
  };
  let skipsKnown = false;
  const decide = async (document: string, earlier: JournalRecord) => {
    if (skipsKnown && earlier.state.outcome !== 'unknown') return 'skip';
    const subject = { name: documentName({ document }), environment: environment.name, ofMany: true };
    const answer = await askAboutEarlier(store, subject, earlier);
    if (answer === 'skip-all') skipsKnown = true;
    if (answer === 'settled') return 'submit';
    return answer === 'skip-all' ? 'skip' : answer;
  };
  const summary = await withRunProgress(run, environment.name, (signals) =>
    submitMany(
      {
        ...access.submission,
        ...signals,
        run: run.id,
        documents: run.documents,
        concurrency: studio.settings.concurrency(),
        load: (document) => bodyOf(studio, Uri.parse(document)),
        decide,
        told,
      },
      { ...access.parts, journal: store.journal },
    ),
  );
  if ('fault' in summary) {
    await store.putAside(run);
    showFailure(describeOutcome({ outcome: 'not-sent', journal: summary.fault }, environment.name).text);
    return results;
  }
  if (summary.left > 0) await store.putAside(run);
  else await store.endRun(run.id);
  await studio.documents.show(
    l10n.t('Create Dataset in {0}', environment.name).concat('.txt'),
    summaryText(rows, summary, environment),
  );
  // What was done before the interruption counts as well.
  const created = rows.filter(({ group }) => group === 'created').length;
  tellEnd(run, summary, created, environment.name);
  return results;
}

/**
 * Cancelled once, nothing more is begun and what is being sent is awaited; cancelled again, that is broken off as well: its
 * outcome is unknown then.
 */
function withRunProgress<Result>(
  run: Run,
  environment: string,
  conduct: (signals: Pick<ManySubmissions, 'stop' | 'signal' | 'report'>) => Promise<Result>,
): Thenable<Result> {
  const location = ProgressLocation.Notification;
  const title = notificationText(l10n.t('Creating {0} datasets in {1}', run.documents.length, environment));
  return window.withProgress({ location, cancellable: true, title }, async (progress, cancellation) => {
    const broken = new AbortController();
    let reported = 0;
    const conducted = conduct({
      stop: abortSignalOf(cancellation),
      signal: broken.signal,
      report: (state) => {
        const done = doneOf(state);
        progress.report({ increment: ((done - reported) / state.total) * 100, message: countsOf(state) });
        reported = done;
      },
    });
    cancellation.onCancellationRequested(() => {
      const stopping = l10n.t('Stopping: waiting for the answers to what was sent');
      void window.withProgress(
        { location, cancellable: true, title: notificationText(stopping) },
        async (_, again) => {
          again.onCancellationRequested(() => broken.abort());
          await conducted.catch(() => undefined);
        },
      );
    });
    return conducted;
  });
}

/** As it would be sent now; undefined where it is not valid any more, or can't be read. */
async function bodyOf(studio: CreateParts, uri: Uri): Promise<Uint8Array | undefined> {
  const source = await readSource(uri);
  if ('failure' in source) return undefined;
  const checked = await checkSource(source, studio.settings);
  return checked.valid ? checked.body : undefined;
}

function createResultOf(result: DocumentResult): CreateResult {
  if (result.kind === 'submitted') return resultOf(result);
  if (result.kind === 'invalid') return { outcome: 'invalid' };
  return result.why === 'done'
    ? resultOfRecord(result.earlier.state, result.earlier.entry.id)
    : { outcome: 'not-sent' };
}

function doneOf({ counts }: RunProgress): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function countsOf(state: RunProgress): string {
  const { counts, total, sending, waiting } = state;
  const failed = counts.rejected + counts['not-sent'] + counts.invalid;
  return [
    l10n.t('{0} of {1}', doneOf(state), total),
    ...(sending > 0 ? [l10n.t('{0} under way', sending)] : []),
    ...(failed > 0 ? [l10n.t('{0} failed', failed)] : []),
    ...(counts.unknown > 0 ? [l10n.t('{0} unknown', counts.unknown)] : []),
    ...(waiting === undefined ? [] : [l10n.t('the gateway is busy; all wait {0} s', waiting)]),
  ].join(' · ');
}

function tellEnd(run: Run, { counts, left, end }: RunSummary, created: number, environment: string): void {
  const total = run.documents.length;
  const text = l10n.t('{0} of {1} datasets created in {2}.', created, total, environment);
  const unknown = counts.unknown > 0 ? [l10n.t('{0} have an unknown outcome.', counts.unknown)] : [];
  const rest = left > 0 ? [l10n.t('{0} are left to do.', left)] : [];
  const message = notificationText([text, ...unknown, ...rest].join(' '));
  const resume = l10n.t('Resume');
  const settle = l10n.t('Show Submissions');
  const buttons = [...(left > 0 ? [resume] : []), ...(counts.unknown > 0 ? [settle] : [])];
  const show =
    end === 'futile'
      ? window.showErrorMessage
      : buttons.length > 0
        ? window.showWarningMessage
        : window.showInformationMessage;
  void show(message, ...buttons).then((choice) => {
    if (choice === resume) return commands.executeCommand('dataset.resumeRun', run.id);
    return choice === settle ? commands.executeCommand('dataset.showSubmissions') : undefined;
  });
}
