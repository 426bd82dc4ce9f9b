import type { Localize } from '../text/localize.ts';
import type { JournalRecord } from './journal/journal.ts';

/** What is known of an earlier submission that stands against this one. Plain text; times are UTC. */
export function describeEarlier({ entry, state }: JournalRecord, localize: Localize): string {
  const since = { time: `${entry.begunAt.slice(0, 16).replace('T', ' ')} UTC` };
  switch (state.outcome) {
    case 'in-flight':
      return localize('It is being submitted already, since {time}: wait for the outcome.', since);
    case 'created':
    case 'accepted':
    case 'settled': {
      const datasetId = 'datasetId' in state ? state.datasetId : undefined;
      return datasetId === undefined
        ? localize('The same content was created there on {time}.', since)
        : localize('The same content was created there on {time}: {datasetId}', { ...since, datasetId });
    }
    default:
      return state.outcome === 'unknown' && state.cause.kind === 'newer'
        ? localize(
            "The same content was submitted there on {time}, as a newer version of Dataset Studio noted in a form that this one can't read: update this one, or look there what became of it.",
            since,
          )
        : localize(
            'The same content was submitted there on {time}, and nobody knows whether it was created: find out, and settle it.',
            since,
          );
  }
}
