import type { SubmissionOutcome } from '../submission/submit.ts';

/** What the process ends with (interface, "Command line"). */
export const exitCode = {
  done: 0,
  invalidDocument: 1,
  usage: 2,
  noToken: 3,
  rejected: 4,
  unknown: 5,
  notSent: 6,
  /** An error in this program itself; what sysexits.h calls EX_SOFTWARE. */
  fault: 70,
  /** As shells have it for a process ended by SIGINT. */
  cancelled: 130,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

export function exitCodeOf(outcome: SubmissionOutcome | { readonly outcome: 'invalid' }): ExitCode {
  switch (outcome.outcome) {
    case 'created':
    case 'accepted':
      return exitCode.done;
    case 'invalid':
      return exitCode.invalidDocument;
    case 'rejected':
      return exitCode.rejected;
    case 'unknown':
      return exitCode.unknown;
    case 'cancelled':
      return exitCode.cancelled;
    case 'not-sent': {
      const lacksToken = outcome.reason === 'token' && outcome.failure.outcome !== 'unreachable';
      return lacksToken ? exitCode.noToken : exitCode.notSent;
    }
  }
}

const gravest: readonly ExitCode[] = [
  exitCode.unknown,
  exitCode.notSent,
  exitCode.noToken,
  exitCode.rejected,
  exitCode.invalidDocument,
  exitCode.cancelled,
];

/** Of several documents' codes the first of 5, 6, 3, 4, 1 that occurs. */
export function combinedExitCode(codes: readonly ExitCode[]): ExitCode {
  return gravest.find((code) => codes.includes(code)) ?? exitCode.done;
}
