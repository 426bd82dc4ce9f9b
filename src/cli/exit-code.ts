/** Exit codes of the process (interface, "Command line"). */
export const exitCode = {
  done: 0,
  invalidDocument: 1,
  usage: 2,
  noToken: 3,
  rejected: 4,
  unknown: 5,
  notSent: 6,
  /** A bug in this program: EX_SOFTWARE of sysexits.h. */
  fault: 70,
  /** As in shells, for a process that SIGINT ended. */
  cancelled: 130,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

const bySeverity: readonly ExitCode[] = [
  exitCode.unknown,
  exitCode.notSent,
  exitCode.noToken,
  exitCode.rejected,
  exitCode.invalidDocument,
  exitCode.cancelled,
];

/** The exit code for several documents: the first of 5, 6, 3, 4, 1 that occurs. */
export function combinedExitCode(codes: readonly ExitCode[]): ExitCode {
  return bySeverity.find((code) => codes.includes(code)) ?? exitCode.done;
}
