import { constants } from 'node:os';

/**
 * The code of a file system error; undefined for our own bugs (`ERR_…`). The system's errors have `errno` and `syscall`. Node.js has
 * no name for some of them, such as a full quota: its code is `Unknown system error -122` then.
 */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return undefined;
  if (/^E[A-Z0-9]+$/.test(error.code)) return error.code;
  if (!('syscall' in error && 'errno' in error && typeof error.errno === 'number')) return undefined;
  const number = -error.errno;
  return Object.entries(constants.errno).find(([, each]) => each === number)?.[0] ?? 'EUNKNOWN';
}
