import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDoubtful } from '../../submission/journal/entry-state.ts';
import type { JournalRecord } from '../../submission/journal/journal.ts';
import { datasetIdOf, describeCause, describeState } from '../../submission/state-message.ts';
import { plainText } from '../../text/plain-text.ts';

/** One line for each submission, in aligned columns. */
export function submissionTable(records: readonly JournalRecord[]): string {
  const rows = [
    ['ID', 'SUBMITTED (UTC)', 'ENVIRONMENT', 'DOCUMENT', 'OUTCOME'],
    ...records.map(({ entry, state }) => [
      entry.id,
      entry.begunAt.slice(0, 19).replace('T', ' '),
      plainText(entry.environment),
      plainText(documentPath(entry.document)),
      describeState(state),
    ]),
  ];
  const widths = [0, 1, 2, 3].map((column) =>
    rows.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), 0),
  );
  return rows
    .map((row) => `${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`)
    .join('');
}

/** A submission for `--json`: a fact that is absent is null. */
export function submissionRecord({ entry, state }: JournalRecord): Record<string, unknown> {
  const cause = describeCause(state);
  return {
    submissionId: entry.id,
    begunAt: entry.begunAt,
    environment: entry.environment,
    requestUrl: entry.requestUrl,
    document: entry.document,
    outcome: state.outcome,
    settled: state.outcome === 'settled' ? state.settled : null,
    status: 'status' in state ? state.status : null,
    datasetId: datasetIdOf(state) ?? null,
    reason: cause === '' ? null : cause,
    ...(isDoubtful(state) ? { doubtful: true } : {}),
  };
}

/** The path of a document, from the current folder if it is in there; a document that isn't a file has its URI. */
function documentPath(document: string): string {
  try {
    const path = fileURLToPath(document);
    const fromHere = relative('', path);
    return fromHere === '' || fromHere.startsWith('..') || fromHere.length > path.length ? path : fromHere;
  } catch {
    return document;
  }
}
