import { DatasetHistory } from '../../submission/dataset-history.ts';
import type { EntryState } from '../../submission/journal/entry.ts';
import { type JournalRecord, serviceAddress } from '../../submission/journal/journal.ts';
import { outcomeTable } from '../../submission/outcome-table.ts';
import { describeState, documentName, recordedDatasetId } from '../../submission/state-message.ts';

/** Those that the user has to settle: their outcome is unknown. */
export function unsettled(records: readonly JournalRecord[]): readonly JournalRecord[] {
  return records.filter(({ state }) => state.kind === 'unknown');
}

/** In the order of urgency. */
const recordGroups = ['unknown', 'in-flight', 'created', 'rejected', 'not-created'] as const;

export type RecordGroup = (typeof recordGroups)[number];

export function groupOf(state: EntryState): RecordGroup {
  switch (state.kind) {
    case 'unknown':
    case 'in-flight':
    case 'rejected':
      return state.kind;
    case 'created':
    case 'accepted':
      return 'created';
    case 'settled':
      return state.settlement.kind;
    case 'not-sent':
    case 'cancelled':
      return 'not-created';
  }
}

export interface GroupedDay {
  /** `yyyy-mm-dd`, local time. */
  readonly day: string;
  readonly records: readonly JournalRecord[];
}

export interface GroupedRecords {
  readonly group: RecordGroup;
  readonly count: number;
  readonly days: readonly GroupedDay[];
}

/**
 * Records by outcome, then by day, in their order. Leaves out empty groups. A rejected submission needs no attention if `history` has
 * a later one that created a dataset from the document at its service: it is *not created*.
 */
export function groupRecords(
  records: readonly JournalRecord[],
  history = new DatasetHistory(records),
): readonly GroupedRecords[] {
  const groups = new Map(
    records.map((record) => [record, isCorrected(record, history) ? 'not-created' : groupOf(record.state)]),
  );
  return recordGroups.flatMap((group) => {
    const members = records.filter((record) => groups.get(record) === group);
    if (members.length === 0) return [];
    return [{ group, count: members.length, days: byDay(members) }];
  });
}

/** Whether a rejected submission has a later one of its document that succeeded. */
function isCorrected({ entry, state }: JournalRecord, history: DatasetHistory): boolean {
  if (state.kind !== 'rejected') return false;
  const { document, path, repository, requestUrl } = entry;
  const known = { uris: [document], path: path === undefined ? undefined : { path, repository } };
  const { previous } = history.find({ document: known, service: serviceAddress(requestUrl) });
  return previous !== undefined && previous.entry.id > entry.id;
}

function byDay(records: readonly JournalRecord[]): readonly GroupedDay[] {
  const days = new Map<string, JournalRecord[]>();
  for (const record of records) {
    const day = localDay(new Date(record.entry.begunAt));
    const known = days.get(day);
    if (known) known.push(record);
    else days.set(day, [record]);
  }
  return [...days].map(([day, ofDay]) => ({ day, records: ofDay }));
}

/** True if the document's URI, environment, outcome (as stored or as shown) or ID contains every word of the filter, in any case. */
export function matches({ entry, state }: JournalRecord, filter: string): boolean {
  const text = [
    documentName(entry),
    entry.document,
    entry.environment,
    entry.origin,
    groupOf(state),
    outcomeTable[groupOf(state)].label(),
    state.kind,
    describeState(state),
    recordedDatasetId(state) ?? '',
    entry.id,
  ]
    .join('\n')
    .toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

export function localDay(date: Date): string {
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}
