import * as l10n from '@vscode/l10n';
import type { JournalRecord } from './journal/journal.ts';

/** Shows a time, which is ISO 8601, UTC. */
export type TimeFormat = (time: string) => string;

/** What is known of an earlier submission that is in conflict with a new one. Plain text. */
export function describeEarlier({ entry, state }: JournalRecord, showTime: TimeFormat = showUtc): string {
  const time = showTime(entry.begunAt);
  switch (state.outcome) {
    case 'in-flight':
      return l10n.t('Its submission started at {time} and is still in progress. Wait for the outcome.', {
        time,
      });
    case 'created':
    case 'accepted':
      return describeCreated(time, state.datasetId);
    case 'settled':
      return describeCreated(time, state.settled === 'created' ? state.datasetId : undefined);
    case 'rejected':
    case 'not-sent':
    case 'cancelled':
    case 'unknown':
      return state.outcome === 'unknown' && state.cause.kind === 'newer'
        ? l10n.t(
            "The same content was submitted on {time} by a newer version of Dataset Studio, whose record this version can't read. Update Dataset Studio, or check in the service.",
            { time },
          )
        : l10n.t(
            'The same content was submitted on {time}, and its outcome is unknown. Check in the service, then record the outcome.',
            { time },
          );
  }
}

/** For the command line and agents, whose reader may be in another time zone. */
function showUtc(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}

function describeCreated(time: string, datasetId: string | undefined): string {
  return datasetId === undefined
    ? l10n.t('A dataset with the same content was created on {time}.', { time })
    : l10n.t('A dataset with the same content was created on {time}. Its ID is {datasetId}.', {
        time,
        datasetId,
      });
}
