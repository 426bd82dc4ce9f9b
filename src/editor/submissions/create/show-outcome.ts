import { env, type LogOutputChannel, l10n, Range, Uri, window } from 'vscode';
import { batchRows, describeCounts, describeEnd } from '../../../app/submissions/batch-rows.ts';
import type { Problem } from '../../../dataset/problem.ts';
import type { Environment } from '../../../environments/environment.ts';
import { responseText } from '../../../gateway/presentation/exchange-text.ts';
import { type BatchEnd, type DocumentResult, isSubmission } from '../../../submission/batch/batch-results.ts';
import { describeOutcome } from '../../../submission/outcome-message.ts';
import { unknownOutcome } from '../../../submission/outcome-table.ts';
import { createdId, responseOf } from '../../../submission/recorded-outcome.ts';
import type { SubmissionOutcome } from '../../../submission/submit.ts';
import { describeUnjudged, showProjectFile } from '../../documents/unjudged.ts';
import type { Studio } from '../../studio/studio.ts';
import { localTime } from '../../ui/local-time.ts';
import { type Action, commandButton, notify, showFailure } from '../../ui/notifications.ts';
import { actionsOf, describeRemaining, openBatchPage, type ShownBatch } from '../view/batch-page.ts';
import { actionFor } from '../view/next-action.ts';
import type { CheckedFile, FilesByDocument, InvalidFile } from './checked-file.ts';

/** Logs what was sent where, the outcome, and the response. */
export function logResult(
  log: LogOutputChannel,
  name: string,
  environment: Environment | undefined,
  result: DocumentResult,
): void {
  if (!isSubmission(result) || !environment) return;
  const { level, text } = describeOutcome(result, environment.name);
  log[level === 'warning' ? 'warn' : level](`${name} → ${environment.service.baseUrl.href}: ${text}`);
  const response = responseOf(result);
  if (response) log.debug(`Status ${response.status}. ${responseText(response).slice(0, 4000)}`);
  if (result.unrecorded) log.error(unknownOutcome.unrecorded(result.unrecorded));
}

/** Shows what happened: of one document with the next steps as buttons, of several with a summary. */
export async function showEnd(studio: Studio, created: BatchEnd, files: FilesByDocument): Promise<void> {
  const { end, results, environment } = created;
  if (end === 'declined') return;
  if (end === 'invalid') void showInvalid([...files.values()]);
  if (!environment) return;
  const submitted = [...results.values()].filter(isSubmission);
  const unrecorded = submitted.find((result) => result.unrecorded)?.unrecorded;
  if (unrecorded) void notify('warning', unknownOutcome.unrecorded(unrecorded));
  if (results.size > 1 && end !== 'failed') return showSummary(studio, created, environment, files);
  const [result] = submitted;
  const [file] = files.values();
  const documents = [...results.keys()].map((document) => Uri.parse(document));
  if (result) void showOutcome(studio, documents, environment, result, file?.valid && file.unsaved);
}

async function showOutcome(
  studio: Pick<Studio, 'documents' | 'log'>,
  documents: readonly Uri[],
  environment: Environment,
  outcome: SubmissionOutcome,
  unsaved = false,
): Promise<void> {
  const { level, text, next } = describeOutcome(outcome, environment.name, { showTime: localTime });
  const wasCreated = outcome.kind === 'created' || outcome.kind === 'accepted';
  const message = unsaved && wasCreated ? l10n.t('{0} (sent with unsaved changes)', text) : text;

  const actions: Action[] = [];
  const datasetId = createdId(outcome);
  if (datasetId !== undefined)
    actions.push({ title: l10n.t('Copy ID'), run: () => env.clipboard.writeText(datasetId) });
  const nextAction = next && actionFor(next, documents, environment.name, outcome.submissionId);
  if (nextAction) actions.push(nextAction);
  const response = responseOf(outcome);
  if (response)
    actions.push({
      title: l10n.t('Show Response'),
      run: () => studio.documents.show(`response-${response.status}.json`, responseText(response)),
    });
  if (level !== 'info') actions.push({ title: l10n.t('Show Log'), run: () => studio.log.show() });

  await notify(level, message, ...actions);
}

/** Reports that no document can be sent. Offers to show the first error of a single one. */
async function showInvalid(files: readonly CheckedFile[]): Promise<void> {
  const [file] = files;
  if (!file || file.valid) {
    showFailure(describeNoFile());
  } else if (files.length > 1) {
    showFailure(
      l10n.t(
        'All {0} files have errors, so nothing was sent. {1}: {2}',
        files.length,
        file.name,
        file.reason,
      ),
    );
  } else if (file.firstError) {
    await showProblems(file, file.firstError);
  } else if (file.unjudged) {
    const message = `${file.reason} ${l10n.t('Nothing was sent.')}`;
    await notify('error', message, showProjectFile(file.unjudged));
  } else showFailure(file.reason);
}

export function describeNoFile(): string {
  return l10n.t('No dataset file was selected. Select a file such as sales.dataset.json.');
}

async function showProblems({ name, uri, errors, unjudged }: InvalidFile, first: Problem): Promise<void> {
  const { line, character } = first.range.start;
  const message =
    errors === 1
      ? l10n.t(
          '{0} has an error, so nothing was sent. Line {1}, column {2}: {3}',
          name,
          line + 1,
          character + 1,
          first.message,
        )
      : l10n.t(
          '{0} has {1} errors, so nothing was sent. The first is in line {2}, column {3}: {4}',
          name,
          errors,
          line + 1,
          character + 1,
          first.message,
        );
  const selection = new Range(line, character, line, character);
  const show = { title: l10n.t('Show Problem'), run: () => window.showTextDocument(uri, { selection }) };
  await notify('error', [message, ...(unjudged ? [describeUnjudged(unjudged)] : [])].join(' '), show);
}

/** Opens a page with all results, and shows their numbers in a notification. */
async function showSummary(
  studio: Studio,
  { end, batch: id, left, results }: BatchEnd,
  { name, service }: Environment,
  files: FilesByDocument,
): Promise<void> {
  const rows = batchRows(results, (document) => {
    const file = files.get(document);
    return file?.valid === false ? file.reason : '';
  });
  const now = new Date();
  const batch: ShownBatch = {
    environment: name,
    address: service.baseUrl.href,
    end: describeEnd(end, localTime(now)),
    at: now.toISOString(),
    batch: left > 0 ? id : undefined,
    remaining: [...results].flatMap(([document, result]) => (result.kind === 'cancelled' ? [document] : [])),
    rows,
  };
  await openBatchPage(studio, batch);
  const { current } = await studio.submissions();
  const message = [describeCounts(rows, left, name), ...describeRemaining(current, batch.batch)];
  const submissions = commandButton(l10n.t('Show Submissions'), 'dataset.showSubmissions');
  const actions = [
    ...actionsOf(batch, current),
    ...(rows.some(({ group }) => group === 'unknown') ? [submissions] : []),
  ];
  const severity = end === 'aborted' ? 'error' : actions.length > 0 ? 'warning' : 'info';
  void notify(severity, message.join(' '), ...actions);
}
