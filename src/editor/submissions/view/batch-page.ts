import { commands, Disposable, env, l10n, TabInputWebview, Uri, ViewColumn, window, workspace } from 'vscode';
import { type BatchRow, describeCounts, describeLeft, updatedRows } from '../../../app/batch-rows.ts';
import type {
  BatchPageContent,
  FromBatchPage,
  PageRow,
  RowAction,
} from '../../../batch-view/batch-messages.ts';
import { outcomeTable } from '../../../submission/outcome-table.ts';
import { plainText } from '../../../text/plain-text.ts';
import { type Action, commandButton } from '../../notifications.ts';
import type { Studio } from '../../studio/studio.ts';
import { showWebviewPage } from '../../webview-page.ts';
import { correctionOf } from '../create/next-action.ts';
import type { SubmissionStore } from './submission-store.ts';

/** A batch as its page shows it. */
export interface ShownBatch {
  /** The environment's name and address. */
  readonly environment: string;
  readonly address: string;
  /** When and how it ended. */
  readonly end: string;
  /** ISO 8601, UTC: later submissions of its documents are shown instead. */
  readonly at: string;
  /** Its ID, if it could be resumed, and how many documents remained then. */
  readonly batch?: string | undefined;
  readonly left: number;
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
  const isInterrupted = () => store.current.interrupted.some(({ id }) => id === batch.batch);
  const actions = () => actionsOf(batch, isInterrupted());
  const post = () => {
    const { rows, environment, at } = batch;
    batch = { ...batch, rows: updatedRows(rows, store.current.records, environment, at) };
    void panel.webview.postMessage(contentOf(batch, actions(), isInterrupted()));
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
  { rows, environment, batch, left }: ShownBatch,
  isResumable: boolean,
): readonly Action[] {
  const correction = correctionOf(rows, isResumable ? batch : undefined, environment);
  const resume = commandButton(l10n.t('Resume'), 'dataset.resumeRun', batch);
  return [...(correction ? [correction] : []), ...(isResumable && left > 0 ? [resume] : [])];
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
  { environment, address, end, batch, left, rows }: ShownBatch,
  actions: readonly Action[],
  isInterrupted: boolean,
): BatchPageContent {
  const hidden = rows.length - maxRows;
  return {
    title: titleOf(environment),
    // How an interrupted batch ended is no longer true once it is resumed.
    facts: [
      address,
      ...(batch === undefined || isInterrupted ? [end] : []),
      ...(left > 0 && isInterrupted ? [describeLeft(left)] : []),
    ],
    counts: describeCounts(rows, left, environment),
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
