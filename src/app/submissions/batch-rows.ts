import * as l10n from '@vscode/l10n';
import type { BatchEnd, DocumentResult } from '../../submission/batch/batch-results.ts';
import { documentKey, type EntryState } from '../../submission/journal/entry.ts';
import type { JournalRecord } from '../../submission/journal/journal.ts';
import { describeOutcome } from '../../submission/outcome-message.ts';
import { type NextStep, outcomeTable } from '../../submission/outcome-table.ts';
import { earlierOf, recordedOutcome } from '../../submission/recorded-outcome.ts';
import {
  causeInWords,
  describeState,
  nextStepAfter,
  recordedDatasetId,
} from '../../submission/state-message.ts';
import { plainText } from '../../text/plain-text.ts';
import { groupOf } from './group-records.ts';

/** One document of a batch: what happened to it, or to its latest submission since. Texts are plain. */
export interface BatchRow {
  /** Its URI. */
  readonly document: string;
  readonly group: BatchGroup;
  /** Empty if it isn't known. */
  readonly datasetId: string;
  /** Why, in words. */
  readonly cause: string;
  readonly next?: NextStep | undefined;
  readonly submissionId?: string | undefined;
}

/** What needs attention comes first. */
const batchGroups = [
  'unknown',
  'in-flight',
  'rejected',
  'not-sent',
  'invalid',
  'skipped',
  'cancelled',
  'not-created',
  'created',
] as const;

export type BatchGroup = (typeof batchGroups)[number];

/** By urgency, then by document. What was cancelled has no row: it remains. `reasonOf`: why a document is invalid. */
export function batchRows(
  results: ReadonlyMap<string, DocumentResult>,
  reasonOf: (document: string) => string,
): readonly BatchRow[] {
  const collator = new Intl.Collator(undefined, { numeric: true });
  return [...results]
    .filter(([, result]) => result.kind !== 'cancelled')
    .map(([document, result]) => rowOf(document, result, reasonOf))
    .sort(
      (a, b) =>
        batchGroups.indexOf(a.group) - batchGroups.indexOf(b.group) ||
        collator.compare(a.document, b.document),
    );
}

function rowOf(document: string, result: DocumentResult, reasonOf: (document: string) => string): BatchRow {
  if (result.kind === 'invalid')
    return { document, group: 'invalid', datasetId: '', cause: reasonOf(document) };
  if (result.kind === 'unchanged') {
    const { entry, state } = result.earlier;
    const cause = l10n.t('created before the interruption');
    return { ...rowOfState(document, state), cause, submissionId: entry.id };
  }
  const earlier = earlierOf(result);
  if (earlier) return skippedRow(document, earlier);
  const { next } = describeOutcome(result, '');
  const state: EntryState = { ...recordedOutcome(result), at: '' };
  return { ...rowOfState(document, state), next, submissionId: result.submissionId };
}

/** Because of an earlier submission. */
function skippedRow(document: string, { entry, state }: JournalRecord): BatchRow {
  const row = rowOfState(document, state);
  return { ...row, group: 'skipped', cause: describeState(state), submissionId: entry.id };
}

function rowOfState(document: string, state: EntryState): BatchRow {
  const group = state.kind === 'not-sent' || state.kind === 'cancelled' ? state.kind : groupOf(state);
  const datasetId = plainText(recordedDatasetId(state) ?? '');
  const isClear =
    state.kind !== 'accepted' && state.kind !== 'settled' && (state.kind !== 'created' || datasetId !== '');
  // The ID has its own column.
  const isSettled = state.kind === 'settled' && datasetId !== '';
  const cause = isSettled ? l10n.t('recorded by you') : isClear ? causeInWords(state) : describeState(state);
  return { document, group, datasetId, cause, next: nextStepAfter(state) };
}

/**
 * The rows, in the same order, with what the journal says of their submissions now, or of later ones in this environment; then
 * those of remaining documents that were submitted since.
 */
export function updatedRows(
  rows: readonly BatchRow[],
  remaining: readonly string[],
  records: readonly JournalRecord[],
  environment: string,
  /** When the rows were made. ISO 8601, UTC. */
  since: string,
): readonly BatchRow[] {
  const own = new Map(records.map((record) => [record.entry.id, record]));
  const later = new Map<string, JournalRecord>();
  // Newest first.
  for (const record of records.toReversed())
    if (record.entry.begunAt > since && record.entry.environment === environment)
      later.set(documentKey(record.entry.document), record);
  const updated = rows.map((row) => {
    const record = later.get(documentKey(row.document)) ?? own.get(row.submissionId ?? '');
    if (!record) return row;
    const { entry, state } = record;
    const isOwn = entry.id === row.submissionId;
    if (isOwn && row.group === 'skipped') return skippedRow(row.document, record);
    const isFinal = row.group !== 'unknown' && row.group !== 'in-flight';
    return isOwn && isFinal ? row : { ...rowOfState(row.document, state), submissionId: entry.id };
  });
  const resumed = remaining.flatMap((document) => {
    const record = later.get(documentKey(document));
    return record ? [{ ...rowOfState(document, record.state), submissionId: record.entry.id }] : [];
  });
  return [...updated, ...resumed];
}

/** Such as "2 of 5 datasets created in staging. 1 unknown, 2 rejected." `left`: how many documents have no row. */
export function describeCounts(rows: readonly BatchRow[], left: number, environment: string): string {
  const numberOf = (group: BatchGroup) => rows.filter((row) => row.group === group).length;
  const total = rows.length + left - numberOf('invalid');
  const others = batchGroups.flatMap((group) =>
    group === 'created' || numberOf(group) === 0 ? [] : [outcomeTable[group].inBatch(numberOf(group))],
  );
  const created = l10n.t('{0} of {1} datasets created in {2}.', numberOf('created'), total, environment);
  return others.length === 0 ? created : l10n.t('{0} {1}.', created, others.join(', '));
}

export function describeLeft(count: number): string {
  return count === 1 ? l10n.t('1 dataset remains.') : l10n.t('{0} datasets remain.', count);
}

/** When and how a batch ended. */
export function describeEnd(end: BatchEnd['end'], time: string): string {
  switch (end) {
    case 'stopped':
      return l10n.t('{0}: stopped before the end', time);
    case 'aborted':
      return l10n.t('{0}: stopped, because the remaining submissions would fail the same way', time);
    default:
      return l10n.t('{0}: finished', time);
  }
}
