import * as l10n from '@vscode/l10n';
import type { JournalRecord } from './journal/journal.ts';

/** What is known of an earlier submission that stands against this one. Plain text; times are UTC. */
export function describeEarlier({ entry, state }: JournalRecord): string {
  const since = { time: `${entry.begunAt.slice(0, 16).replace('T', ' ')} UTC` };
  switch (state.outcome) {
    case 'in-flight':
      return l10n.t('It is being submitted already, since {time}: wait for the outcome.', since);
    case 'created':
    case 'accepted':
    case 'settled': {
      const datasetId = 'datasetId' in state ? state.datasetId : undefined;
      return datasetId === undefined
        ? l10n.t('The same content was created there on {time}.', since)
        : l10n.t('The same content was created there on {time}: {datasetId}', { ...since, datasetId });
    }
    default:
      return state.outcome === 'unknown' && state.cause.kind === 'newer'
        ? l10n.t(
            "The same content was submitted there on {time}, as a newer version of Dataset Studio noted in a form that this one can't read: update this one, or look there what became of it.",
            since,
          )
        : l10n.t(
            'The same content was submitted there on {time}, and nobody knows whether it was created: find out, and settle it.',
            since,
          );
  }
}
