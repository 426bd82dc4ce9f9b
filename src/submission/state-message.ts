import * as l10n from '@vscode/l10n';
import { plainText } from '../text/plain-text.ts';
import { type Cause, type CauseDetails, type CauseRow, causeTable } from './cause-table.ts';
import type { FoundDataset } from './dataset-history.ts';
import type { EntryState, JournalEntry } from './journal/entry.ts';
import type { JournalRecord } from './journal/journal.ts';
import { type NextStep, outcomeTable, settledInList, unknownOutcome } from './outcome-table.ts';

/** The state of a recorded submission, short enough for a list. Plain text. */
export function describeState(state: EntryState): string {
  const datasetId = plainText(recordedDatasetId(state) ?? '');
  switch (state.kind) {
    case 'in-flight':
    case 'cancelled':
      return outcomeTable[state.kind].inList();
    case 'created':
    case 'accepted':
      return outcomeTable[state.kind].inList(datasetId);
    case 'settled':
      return settledInList[state.settlement.kind](datasetId);
    case 'rejected':
      return outcomeTable.rejected.inList(plainText(state.reason || describeCause(state)), state.status);
    case 'not-sent':
    case 'unknown':
      return outcomeTable[state.kind].inList(plainText(describeCause(state)));
  }
}

/** The cause of a recorded outcome with its code, short enough for a list. Plain text; empty if there is none, or nothing is known. */
export function describeCause(state: EntryState): string {
  const cause = causeOf(state);
  return cause ? shortText(cause) : '';
}

/** Why an outcome is unknown, short enough for a list. Plain text. */
export function describeUnknown(cause: Cause<'unknown'>): string {
  return plainText(shortText({ row: causeTable.unknown[cause.kind], cause }));
}

function shortText({ row, cause }: RecordedCause): string {
  const text = wordsOf({ row, cause });
  return row.hasCode && cause.code ? l10n.t('{cause} ({code})', { cause: text, code: cause.code }) : text;
}

/** The same without codes, or what the service said. */
export function causeInWords(state: EntryState): string {
  const cause = causeOf(state);
  return plainText((state.kind === 'rejected' && state.reason) || (cause ? wordsOf(cause) : ''));
}

function wordsOf({ row, cause }: RecordedCause): string {
  return row.short({ host: '', code: '', status: 0, seconds: 0, detail: '', ...cause });
}

/** What the user can do next about a recorded outcome. */
export function nextStepAfter(state: EntryState): NextStep | undefined {
  return causeOf(state)?.row.next;
}

interface RecordedCause {
  readonly row: CauseRow;
  readonly cause: CauseDetails;
}

function causeOf(state: EntryState): RecordedCause | undefined {
  switch (state.kind) {
    case 'rejected':
      return { row: causeTable.rejected[state.cause.kind], cause: state.cause };
    case 'not-sent':
      return { row: causeTable['not-sent'][state.cause.kind], cause: state.cause };
    case 'unknown':
      return { row: causeTable.unknown[state.cause.kind], cause: state.cause };
    case 'in-flight':
    case 'created':
    case 'accepted':
    case 'settled':
    case 'cancelled':
      return undefined;
  }
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
export function recordedDatasetId(state: EntryState): string | undefined {
  const known = state.kind === 'settled' ? state.settlement : state;
  return 'datasetId' in known ? known.datasetId : undefined;
}

/** The recorded response, if there is one. */
export function recordedResponse(state: EntryState): string | undefined {
  return ('response' in state && state.response) || undefined;
}

/** The status of the response, if it was recorded. */
export function recordedStatus(state: EntryState): number | undefined {
  if (state.kind === 'unknown') return state.cause.status;
  return 'status' in state ? state.status : undefined;
}

/** Shows a time, which is ISO 8601, UTC. */
export type ShowTime = (time: string) => string;

/** What is known of an earlier submission that is in conflict with a new one. Plain text. */
export function describeEarlier(
  { entry, state, isUnreadable }: JournalRecord,
  showTime: ShowTime = showUtc,
): string {
  if (isUnreadable) return unknownOutcome.ofUnreadable(entry.id, plainText(describeCause(state)));
  const time = showTime(entry.begunAt);
  switch (state.kind) {
    case 'in-flight':
      return l10n.t('Its submission started at {time} and is still in progress. Wait for the outcome.', {
        time,
      });
    case 'created':
    case 'accepted':
    case 'settled':
      return describeCreated(time, recordedDatasetId(state));
    case 'rejected':
    case 'not-sent':
    case 'cancelled':
    case 'unknown':
      return state.kind === 'unknown' && state.cause.kind === 'newer'
        ? l10n.t(
            "The same content was submitted on {time} by a newer version of Dataset Studio, whose record this version can't read. Update Dataset Studio, or check in the service.",
            { time },
          )
        : unknownOutcome.ofEarlier(time);
  }
}

/** What the journal knows of a document beside the dataset of its content, in sentences. Plain text. */
export function describeOthers(
  { state, record, previous, newer, unsettled = [] }: Partial<FoundDataset>,
  showTime: ShowTime = showUtc,
): readonly string[] {
  const ids = unsettled.map(({ entry }) => entry.id).join(', ');
  const others = ids === '' ? [] : [unknownOutcome.ofOtherContents(ids)];
  if (state !== 'unchanged' || !previous || previous === record) return others;
  const datasetId = plainText(recordedDatasetId(previous.state) ?? '') || l10n.t('a dataset without an ID');
  const values = { datasetId, time: showTime(previous.entry.begunAt) };
  return newer
    ? [l10n.t('Since then, this file created {datasetId} on {time}.', values), ...others]
    : [l10n.t('This file itself created {datasetId} on {time}.', values), ...others];
}

/** For the command line and agents, whose reader may be in another time zone. */
export function showUtc(time: string): string {
  return `${utcTime(time)} UTC`;
}

/** To the second, for a column that says that it is in UTC. */
export function utcTime(time: string): string {
  return time.slice(0, 19).replace('T', ' ');
}

function describeCreated(time: string, datasetId: string | undefined): string {
  return datasetId === undefined
    ? l10n.t('A dataset with the same content was created on {time}.', { time })
    : l10n.t('A dataset with the same content was created on {time}. Its ID is {datasetId}.', {
        time,
        datasetId,
      });
}
