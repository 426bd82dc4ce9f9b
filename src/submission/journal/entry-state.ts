import type { Cause, RecordedOutcome, Settlement } from './entry.ts';

/** Where a submission stands. `at` is ISO 8601, UTC. */
export type EntryState =
  | { readonly outcome: 'in-flight' }
  | (RecordedOutcome & { readonly at: string })
  | (Settlement & { readonly outcome: 'settled'; readonly at: string });

export type EntryEvent =
  /** Its own process tells what came of it. */
  | { readonly event: 'conclude'; readonly outcome: RecordedOutcome; readonly at: string }
  /** Somebody finds that its process is gone, or that nobody has heard of it for too long. */
  | { readonly event: 'lose'; readonly at: string }
  /** A person says what became of it. */
  | { readonly event: 'settle'; readonly settlement: Settlement; readonly at: string }
  | { readonly event: 'delete' };

export type Forbidden =
  /** Its process still works on it. */
  | 'in-flight'
  /** It has been told already. */
  | 'concluded'
  /** Nobody knows what became of it: it stays until a person says. */
  | 'unsettled';

export type Transition =
  | { readonly ok: true; readonly state: EntryState | 'deleted' }
  | { readonly ok: false; readonly forbidden: Forbidden };

/** The facts of an entry. Each has one kind of author, and is written whole: nobody overwrites another's word. */
export interface EntryFacts {
  /** What the status alone says, written before the answer is read. */
  readonly answered?: { readonly at: string; readonly outcome: RecordedOutcome };
  readonly outcome?: { readonly at: string; readonly outcome: RecordedOutcome };
  readonly lost?: { readonly at: string };
  readonly settlement?: { readonly at: string; readonly settlement: Settlement };
}

/**
 * Where the facts lead, in whatever order they were written. What the gateway answered outranks what a person concluded,
 * that outranks *unknown*, and what the process itself told of that outranks what was found out about it later.
 */
export function stateOf({ answered, outcome = answered, lost, settlement }: EntryFacts): EntryState {
  if (outcome && outcome.outcome.outcome !== 'unknown') return { ...outcome.outcome, at: outcome.at };
  if (settlement) return { outcome: 'settled', ...settlement.settlement, at: settlement.at };
  if (outcome) return { ...outcome.outcome, at: outcome.at };
  if (lost) return { outcome: 'unknown', cause: processGone, at: lost.at };
  return { outcome: 'in-flight' };
}

/** What may happen to an entry, and where it leads. Pure: the journal asks it before it writes. */
export function transition(facts: EntryFacts, event: EntryEvent): Transition {
  const { outcome: state } = stateOf(facts);
  switch (event.event) {
    case 'conclude':
      // A process that was thought gone may come back from sleep: its word still counts.
      return facts.outcome
        ? { ok: false, forbidden: 'concluded' }
        : next({ ...facts, outcome: { at: event.at, outcome: event.outcome } });
    case 'lose':
      return state === 'in-flight'
        ? next({ ...facts, lost: { at: event.at } })
        : { ok: false, forbidden: 'concluded' };
    case 'settle':
      if (state === 'unknown') return next({ ...facts, settlement: event });
      return { ok: false, forbidden: state === 'in-flight' ? 'in-flight' : 'concluded' };
    case 'delete':
      if (state === 'in-flight') return { ok: false, forbidden: 'in-flight' };
      return state === 'unknown' ? { ok: false, forbidden: 'unsettled' } : { ok: true, state: 'deleted' };
  }
}

/** True where the dataset may be in the service, as far as anybody knows. */
export function mayHaveCreated(state: EntryState): boolean {
  switch (state.outcome) {
    case 'created':
    case 'accepted':
    case 'unknown':
    case 'in-flight':
      return true;
    case 'settled':
      return state.settled === 'created';
    case 'rejected':
    case 'not-sent':
    case 'cancelled':
      return false;
  }
}

const processGone: Cause = { kind: 'process-gone' };

function next(facts: EntryFacts): Transition {
  return { ok: true, state: stateOf(facts) };
}
