import * as l10n from '@vscode/l10n';
import { plainText } from '../../text/plain-text.ts';
import type { JournalEntry } from '../journal/entry.ts';
import type { EntryState } from '../journal/entry-state.ts';
import { describeCause } from './cause-message.ts';

/** What is known of a recorded submission, in a few words. Plain text. */
export function describeState(state: EntryState): string {
  switch (state.outcome) {
    case 'in-flight':
      return l10n.t('being submitted');
    case 'created':
      return withId(l10n.t('created'), state.datasetId);
    case 'accepted':
      return withId(l10n.t('accepted, creation in progress'), state.datasetId);
    case 'settled':
      return state.settled === 'created'
        ? withId(l10n.t('created, as you said'), state.datasetId)
        : l10n.t('not created, as you said');
    case 'rejected': {
      const what = l10n.t('rejected with status {status}', { status: state.status });
      return because(what, state.reason || describeCause(state.cause));
    }
    case 'not-sent':
      return because(l10n.t('not sent'), describeCause(state.cause));
    case 'cancelled':
      return l10n.t('cancelled before it was sent');
    case 'unknown':
      return because(l10n.t('outcome unknown'), describeCause(state.cause));
  }
}

/** The name of the document's file, or the whole URI where it has none. Plain text. */
export function documentName({ document }: Pick<JournalEntry, 'document'>): string {
  const last = document.slice(document.lastIndexOf('/') + 1);
  try {
    return plainText(decodeURIComponent(last)) || plainText(document);
  } catch {
    return plainText(last);
  }
}

/** The ID of the dataset, where one is known. */
export function datasetIdOf(state: EntryState): string | undefined {
  return 'datasetId' in state ? state.datasetId : undefined;
}

function withId(what: string, datasetId: string | undefined): string {
  return datasetId === undefined
    ? l10n.t('{what}, no ID known', { what })
    : l10n.t('{what}: {datasetId}', { what, datasetId: plainText(datasetId) });
}

function because(what: string, why: string): string {
  return why === '' ? what : `${what}: ${plainText(why)}`;
}
