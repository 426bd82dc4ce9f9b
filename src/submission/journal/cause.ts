/**
 * Why an outcome is not *created*, as the journal stores it: the kinds by outcome. `outcome-table.ts` has a row for each. Kinds
 * are added, and never removed or renamed.
 */
export const causeKinds = {
  rejected: [
    'token',
    'subscription-key',
    'forbidden',
    'address',
    'too-large',
    'busy',
    'redirect',
    'other',
    'unrecognized',
  ],
  'not-sent': [
    'subscription-key',
    'token',
    'journal',
    'earlier',
    'name-not-found',
    'refused',
    'unreachable',
    'certificate',
    'tls',
    'proxy',
    'insecure',
    'timeout',
    'invalid-header',
    'other',
    'unrecognized',
  ],
  unknown: [
    'status',
    'foreign-response',
    'doubtful',
    'connection-lost',
    'timeout',
    'cancelled',
    'invalid-response',
    'process-gone',
    'newer',
    'damaged',
    'error',
    'unrecognized',
  ],
} as const;

export type CausedOutcome = keyof typeof causeKinds;

/** `unrecognized`: another version of this program wrote it. */
export type CauseKind<Outcome extends CausedOutcome> = (typeof causeKinds)[Outcome][number];

/** The facts of a cause, as codes that are described when shown. */
export interface CauseDetails {
  readonly host?: string;
  readonly code?: string;
  readonly status?: number;
  readonly seconds?: number;
  /** Text of a server, as plain text. */
  readonly detail?: string;
}

export type Cause<Outcome extends CausedOutcome> = CauseDetails & { readonly kind: CauseKind<Outcome> };

/** The kind that a text stands for. */
export function causeKindOf<Outcome extends CausedOutcome>(
  outcome: Outcome,
  text: string,
): CauseKind<Outcome> | 'unrecognized' {
  const kinds: readonly CauseKind<Outcome>[] = causeKinds[outcome];
  return kinds.find((kind) => kind === text) ?? 'unrecognized';
}
