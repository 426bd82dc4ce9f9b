import { commands, Disposable, env, l10n, TabInputWebview, Uri, ViewColumn, window, workspace } from 'vscode';
import {
  type BatchRow,
  describeCounts,
  describeLeft,
  updatedRows,
} from '../../../app/submissions/batch-rows.ts';
import type {
  BatchPageContent,
  FromBatchPage,
  PageRow,
  RowAction,
} from '../../../batch-view/batch-messages.ts';
import { batchStatus } from '../../../submission/batch/batch-results.ts';
import type { Batch } from '../../../submission/journal/directory/directory-batches.ts';
import { outcomeTable } from '../../../submission/outcome-table.ts';
import { plainText } from '../../../text/plain-text.ts';
import type { Studio } from '../../studio/studio.ts';
import type { StoredSubmissions, SubmissionStore } from '../../studio/submission-store.ts';
import { type Action, commandButton } from '../../ui/notifications.ts';
import { showWebviewPage } from '../../ui/webview-page.ts';
import { correctionOf } from './next-action.ts';

/** A batch as its page shows it. */
export interface ShownBatch {
  /** The environment's name and address. */
  readonly environment: string;
  readonly address: string;
  /** When and how it ended. */
  readonly end: string;
  /** ISO 8601, UTC: later submissions of its documents are shown instead. */
  readonly at: string;
  /** Its ID, if it could be resumed, and the documents that had no row then. */
  readonly batch?: string | undefined;
  readonly remaining: readonly string[];
  readonly rows: readonly BatchRow[];
}

const batchPageType = 'dataset.batch';

/** The others are in the Submissions view. */
const maxRows = 1000;

/** Opens the page of a batch instead of an earlier one of the environment, unless that is pinned. */
export async function openBatchPage(studio: Studio, batch: ShownBatch): Promise<void> {
  const title = titleOf(batch.environment);
  const earlier = window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(
      ({ input, label, isPinned }) =>
        input instanceof TabInputWebview &&
        input.viewType.endsWith(batchPageType) &&
        label === title &&
        !isPinned,
    );
  await window.tabGroups.close(earlier);
  showBatch(title, studio.extensionUri, await studio.submissions(), batch);
}

function titleOf(environment: string): string {
  return plainText(l10n.t('Create Dataset in {0}', environment));
}

/** Keeps a page up to date with the journal, which all windows share. */
function showBatch(title: string, extensionUri: Uri, store: SubmissionStore, shown: ShownBatch): void {
  const panel = window.createWebviewPanel(batchPageType, title, ViewColumn.Active);
  let batch = shown;
  const actions = () => actionsOf(batch, store.current);
  const post = () => {
    const { remaining, environment, at } = batch;
    const rows = updatedRows(batch.rows, remaining, store.current.records, environment, at);
    const known = new Set(rows.map(({ document }) => document));
    batch = { ...batch, rows, remaining: remaining.filter((document) => !known.has(document)) };
    void panel.webview.postMessage(contentOf(batch, actions(), store.current));
  };
  const registrations = Disposable.from(
    store.onDidChange(post),
    panel.webview.onDidReceiveMessage(async (message: FromBatchPage) => {
      if (message.kind === 'ready') return post();
      if (message.kind === 'batch')
        return actions()
          .find(({ title }) => title === message.label)
          ?.run();
      const row = batch.rows.find(({ document }) => document === message.document);
      return row && rowActions[message.action].run(row);
    }),
  );
  panel.onDidDispose(() => registrations.dispose());
  showWebviewPage(panel.webview, extensionUri, 'batch');
}

/** What can be done about the whole batch. */
export function actionsOf(
  { rows, environment, batch }: ShownBatch,
  now: StoredSubmissions,
): readonly Action[] {
  const resumable = interruptedIn(now, batch)?.id;
  const correction = correctionOf(rows, resumable, environment);
  const resume = commandButton(l10n.t('Resume'), 'dataset.resumeBatch', resumable);
  const rejected = rows.filter(({ group, next }) => group === 'rejected' && next !== 'try-again');
  const again = commandButton(
    l10n.t('Create All Rejected Again'),
    'dataset.create',
    rejected.map(({ document }) => Uri.parse(document)),
  );
  return [
    ...(correction ? [correction] : []),
    ...(resumable !== undefined ? [resume] : rejected.length > 1 ? [again] : []),
  ];
}

function interruptedIn({ interrupted }: StoredSubmissions, batch: string | undefined): Batch | undefined {
  return interrupted.find(({ id }) => id === batch);
}

/** How many datasets resuming a batch sends, in a list with one sentence; empty if it isn't interrupted. */
export function describeRemaining(now: StoredSubmissions, batch: string | undefined): readonly string[] {
  const interrupted = interruptedIn(now, batch);
  return interrupted ? [describeLeft(batchStatus(interrupted, now.records).remaining)] : [];
}

/** What can be done about a document. */
const rowActions: Readonly<
  Record<
    RowAction,
    {
      readonly label: () => string;
      readonly isFor: (row: BatchRow) => boolean;
      readonly run: (row: BatchRow) => unknown;
    }
  >
> = {
  settle: {
    label: () => l10n.t('Settle…'),
    isFor: ({ next, submissionId }) => next === 'check-service' && submissionId !== undefined,
    run: ({ submissionId }) => commands.executeCommand('dataset.settleSubmission', submissionId),
  },
  'create-again': {
    label: () => l10n.t('Create Again'),
    isFor: ({ group }) => ['rejected', 'not-sent', 'invalid', 'cancelled', 'not-created'].includes(group),
    run: ({ document }) => commands.executeCommand('dataset.create', Uri.parse(document)),
  },
  open: {
    label: () => l10n.t('Open File'),
    isFor: () => true,
    run: ({ document }) => commands.executeCommand('vscode.open', Uri.parse(document)),
  },
  'copy-id': {
    label: () => l10n.t('Copy ID'),
    isFor: ({ datasetId }) => datasetId !== '',
    run: ({ datasetId }) => env.clipboard.writeText(datasetId),
  },
  show: {
    label: () => l10n.t('Show Submission'),
    isFor: ({ submissionId }) => submissionId !== undefined,
    run: ({ submissionId }) => commands.executeCommand('dataset.showSubmission', submissionId),
  },
};

function contentOf(
  { environment, address, end, batch, remaining, rows }: ShownBatch,
  actions: readonly Action[],
  now: StoredSubmissions,
): BatchPageContent {
  const hidden = rows.length - maxRows;
  const left = describeRemaining(now, batch);
  return {
    title: titleOf(environment),
    // How an interrupted batch ended is no longer true once it is resumed.
    facts: [address, ...(batch === undefined || left.length > 0 ? [end] : []), ...left],
    counts: describeCounts(rows, remaining.length, environment),
    buttons: actions.map(({ title }) => title),
    headings: [l10n.t('File'), l10n.t('State'), l10n.t('ID'), l10n.t('Cause'), l10n.t('Actions')],
    rows: rows.slice(0, maxRows).map(pageRow),
    more: hidden > 0 ? l10n.t('{0} more are in the Submissions view.', hidden) : '',
  };
}

function pageRow(row: BatchRow): PageRow {
  const { document, group, datasetId, cause } = row;
  const { label, level } = outcomeTable[group];
  const actions = Object.entries(rowActions) as [RowAction, (typeof rowActions)[RowAction]][];
  return {
    document,
    // Several folders may have a file of this name.
    file: plainText(workspace.asRelativePath(Uri.parse(document))),
    state: label(),
    level,
    datasetId,
    cause,
    actions: actions
      .filter(([action, { isFor }]) => action !== 'open' && isFor(row))
      .map(([action, { label: name }]) => ({ action, label: name() })),
  };
}
