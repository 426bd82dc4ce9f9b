import type { Localize } from '../../text/localize.ts';
import { plainText } from '../../text/plain-text.ts';
import type { JournalEntry } from '../journal/entry.ts';
import type { EntryState } from '../journal/entry-state.ts';
import { describeCause } from './cause-message.ts';

/** What is known of a recorded submission, in a few words. Plain text. */
export function describeState(state: EntryState, localize: Localize): string {
  switch (state.outcome) {
    case 'in-flight':
      return localize('being submitted');
    case 'created':
      return withId(localize('created'), state.datasetId, localize);
    case 'accepted':
      return withId(localize('accepted, creation in progress'), state.datasetId, localize);
    case 'settled':
      return state.settled === 'created'
        ? withId(localize('created, as you said'), state.datasetId, localize)
        : localize('not created, as you said');
    case 'rejected': {
      const what = localize('rejected with status {status}', { status: state.status });
      return because(what, state.reason || describeCause(state.cause, localize));
    }
    case 'not-sent':
      return because(localize('not sent'), describeCause(state.cause, localize));
    case 'cancelled':
      return localize('cancelled before it was sent');
    case 'unknown':
      return because(localize('outcome unknown'), describeCause(state.cause, localize));
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

function withId(what: string, datasetId: string | undefined, localize: Localize): string {
  return datasetId === undefined
    ? localize('{what}, no ID known', { what })
    : localize('{what}: {datasetId}', { what, datasetId: plainText(datasetId) });
}

function because(what: string, why: string): string {
  return why === '' ? what : `${what}: ${plainText(why)}`;
}
