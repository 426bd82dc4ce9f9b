import * as l10n from '@vscode/l10n';
import { plainText } from '../../text/plain-text.ts';
import type { CauseDetails } from '../journal/cause.ts';
import type { JournalEntry } from '../journal/entry.ts';
import { type EntryState, isDoubtful } from '../journal/entry-state.ts';
import { type CauseRow, causeTable } from '../outcome-table.ts';

/** The state of a recorded submission, short enough for a list. Plain text. */
export function describeState(state: EntryState): string {
  const outcome = describeOutcome(state);
  return isDoubtful(state)
    ? l10n.t('{outcome} (doubtful: the response may be that of another request)', { outcome })
    : outcome;
}

function describeOutcome(state: EntryState): string {
  switch (state.outcome) {
    case 'in-flight':
      return l10n.t('being submitted');
    case 'created':
      return state.datasetId === undefined
        ? l10n.t('created, no ID known')
        : l10n.t('created: {datasetId}', { datasetId: plainText(state.datasetId) });
    case 'accepted':
      return state.datasetId === undefined
        ? l10n.t('accepted, creation in progress, no ID known')
        : l10n.t('accepted, creation in progress: {datasetId}', { datasetId: plainText(state.datasetId) });
    case 'settled':
      if (state.settled === 'not-created') return l10n.t('not created, recorded by you');
      return state.datasetId === undefined
        ? l10n.t('created, recorded by you, no ID known')
        : l10n.t('created, recorded by you: {datasetId}', { datasetId: plainText(state.datasetId) });
    case 'rejected': {
      const { status } = state;
      const reason = plainText(state.reason || describeCause(state));
      return reason === ''
        ? l10n.t('rejected with status {status}', { status })
        : l10n.t('rejected with status {status}: {reason}', { status, reason });
    }
    case 'not-sent': {
      const reason = plainText(describeCause(state));
      return reason === '' ? l10n.t('not sent') : l10n.t('not sent: {reason}', { reason });
    }
    case 'cancelled':
      return l10n.t('cancelled before it was sent');
    case 'unknown': {
      const reason = plainText(describeCause(state));
      return reason === '' ? l10n.t('outcome unknown') : l10n.t('outcome unknown: {reason}', { reason });
    }
  }
}

/** The cause of a recorded outcome, short enough for a list. Plain text; empty if there is none, or nothing is known. */
export function describeCause(state: EntryState): string {
  switch (state.outcome) {
    case 'rejected':
      return shortText(causeTable.rejected[state.cause.kind], state.cause);
    case 'not-sent':
      return shortText(causeTable['not-sent'][state.cause.kind], state.cause);
    case 'unknown':
      return shortText(causeTable.unknown[state.cause.kind], state.cause);
    default:
      return '';
  }
}

function shortText(row: CauseRow, cause: CauseDetails): string {
  return row.short({ host: '', code: '', status: 0, seconds: 0, detail: '', ...cause });
}

/** The name of the document's file, or the whole URI if it has none. Plain text. */
export function documentName({ document }: Pick<JournalEntry, 'document'>): string {
  const last = document.slice(document.lastIndexOf('/') + 1).replace(/^untitled:/, '');
  try {
    return plainText(decodeURIComponent(last)) || plainText(document);
  } catch {
    return plainText(last);
  }
}

/** The ID of the dataset, if one is known. */
export function datasetIdOf(state: EntryState): string | undefined {
  switch (state.outcome) {
    case 'created':
    case 'accepted':
      return state.datasetId;
    case 'settled':
      return state.settled === 'created' ? state.datasetId : undefined;
    default:
      return undefined;
  }
}

/** The recorded response, if there is one. */
export function recordedResponse(state: EntryState): string | undefined {
  switch (state.outcome) {
    case 'created':
    case 'accepted':
    case 'rejected':
    case 'unknown':
      return state.response || undefined;
    default:
      return undefined;
  }
}

/** The status of the response, if it was recorded. */
export function recordedStatus(state: EntryState): number | undefined {
  switch (state.outcome) {
    case 'created':
    case 'accepted':
    case 'rejected':
      return state.status;
    default:
      return undefined;
  }
}
