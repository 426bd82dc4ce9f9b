import { failure, type Result, success } from '../../result.ts';
import type { Cause } from '../cause-table.ts';
import type { RecordedOutcome, Settlement } from './entry.ts';

/** The state of a submission. `at` is ISO 8601, UTC. */
export type EntryState =
  | { readonly kind: 'in-flight' }
  | KnownOutcome
  | { readonly kind: 'settled'; readonly settlement: Settlement; readonly at: string };

export type EntryEvent =
  /** Its own process records the outcome. */
  | { readonly kind: 'conclude'; readonly outcome: RecordedOutcome; readonly at: string }
  /** Its process has ended, or has been silent for too long. */
  | { readonly kind: 'lose'; readonly at: string }
  /** The user records the outcome. */
  | { readonly kind: 'settle'; readonly settlement: Settlement; readonly at: string }
  | { readonly kind: 'delete' };

export type ForbiddenChange =
  /** Its process is still working on it. */
  | { readonly kind: 'in-flight' }
  /** Its outcome has been recorded. */
  | { readonly kind: 'concluded' }
  /** Its outcome is unknown: it stays until the user settles it. */
  | { readonly kind: 'unsettled' };

export type Transition = Result<EntryState | 'deleted', ForbiddenChange>;

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

/** The state after an event, or why the event is not allowed. Pure: the journal calls it before it writes. */
export function transition(facts: EntryFacts, event: EntryEvent): Transition {
  const { kind: state } = stateOf(facts);
  switch (event.kind) {
    case 'conclude':
      // A process that seemed to have ended may come back from sleep, and knows the outcome.
      return facts.outcome
        ? failure({ kind: 'concluded' })
        : next({ ...facts, outcome: { ...event.outcome, at: event.at } });
    case 'lose':
      return state === 'in-flight'
        ? next({ ...facts, lost: { at: event.at } })
        : failure({ kind: 'concluded' });
    case 'settle':
      if (state === 'unknown')
        return next({ ...facts, settled: { settlement: event.settlement, at: event.at } });
      return failure({ kind: state === 'in-flight' ? 'in-flight' : 'concluded' });
    case 'delete':
      if (state === 'in-flight') return failure({ kind: 'in-flight' });
      return state === 'unknown' ? failure({ kind: 'unsettled' }) : success('deleted');
  }
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

function next(facts: EntryFacts): Transition {
  return success(stateOf(facts));
}
