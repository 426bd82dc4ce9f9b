import type { Cause } from '../cause-table.ts';
import type { RecordedOutcome, Settlement } from './entry.ts';

/** The state of a submission. `at` is ISO 8601, UTC. */
export type EntryState =
  | { readonly kind: 'in-flight' }
  | KnownOutcome
  | { readonly kind: 'settled'; readonly settlement: Settlement; readonly at: string };

/**
 * What changes an entry: its own process concludes it, it is lost because its process has ended or has been silent for too long,
 * or the user settles or deletes it.
 */
export type EntryChange = 'conclude' | 'lose' | 'settle' | 'delete';

export type ForbiddenChange =
  /** Its process is still working on it. */
  | { readonly kind: 'in-flight' }
  /** Its outcome has been recorded. */
  | { readonly kind: 'concluded' }
  /** Its outcome is unknown: it stays until the user settles it. */
  | { readonly kind: 'unsettled' };

/** An outcome, and when it was recorded. */
type KnownOutcome = RecordedOutcome & { readonly at: string };

/** The facts of an entry. Each has one kind of author and is written whole, so that no author overwrites another. */
export interface EntryFacts {
  /** What the status alone says, written before the response is read. */
  readonly answered?: KnownOutcome;
  readonly outcome?: KnownOutcome;
  readonly lost?: { readonly at: string };
  /** Only in journals of earlier versions: the response may be that of another request on the same connection. */
  readonly doubted?: { readonly at: string };
  readonly settled?: { readonly settlement: Settlement; readonly at: string };
}

/**
 * The state that follows from the facts, in any order. The gateway's response takes precedence over a settlement unless it was
 * doubted, a settlement over *unknown*, and an *unknown* of the process itself over one that was found later. A doubted rejection
 * is *unknown*: the dataset may have been created.
 */
export function stateOf({ answered, outcome = answered, lost, doubted, settled }: EntryFacts): EntryState {
  if (outcome && outcome.kind !== 'unknown' && !doubted) return outcome;
  if (settled) return { kind: 'settled', ...settled };
  if (outcome?.kind === 'rejected')
    return { kind: 'unknown', cause: ofAnother, response: outcome.response, at: outcome.at };
  if (outcome) return outcome;
  if (lost) return { kind: 'unknown', cause: processGone, at: lost.at };
  return { kind: 'in-flight' };
}

/** Why an entry can't be changed; undefined if it can. Pure: the journal asks before it writes. */
export function refusalOf(facts: EntryFacts, change: EntryChange): ForbiddenChange | undefined {
  const { kind: state } = stateOf(facts);
  // A process that seemed to have ended may come back from sleep, and knows the outcome.
  if (change === 'conclude') return facts.outcome && { kind: 'concluded' };
  if (change === 'lose') return state === 'in-flight' ? undefined : { kind: 'concluded' };
  if (state === 'in-flight') return { kind: 'in-flight' };
  if (change === 'settle') return state === 'unknown' ? undefined : { kind: 'concluded' };
  return state === 'unknown' ? { kind: 'unsettled' } : undefined;
}

/** True if the dataset may exist in the service. */
export function mayHaveCreated(state: EntryState): boolean {
  switch (state.kind) {
    case 'created':
    case 'accepted':
    case 'unknown':
    case 'in-flight':
      return true;
    case 'settled':
      return state.settlement.kind === 'created';
    case 'rejected':
    case 'not-sent':
    case 'cancelled':
      return false;
  }
}

const ofAnother: Cause<'unknown'> = { kind: 'foreign-response' };
const processGone: Cause<'unknown'> = { kind: 'process-gone' };
