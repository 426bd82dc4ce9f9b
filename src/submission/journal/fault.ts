import { errorCode } from '../../storage/file-operations.ts';

/** Why the journal can't be read or written. */
export interface JournalFault {
  /** As `node:fs` names it: `ENOSPC`, `EACCES`, `EROFS` and others. */
  readonly code: string;
  /** Where the journal lies. */
  readonly folder: string;
}

export type Faulty = { readonly ok: false; readonly fault: JournalFault };

/** Runs a step on the file system; its failures are values, our own mistakes are thrown on. */
export async function withFaults(
  folder: string,
  step: () => Promise<void>,
): Promise<{ readonly ok: true } | Faulty> {
  try {
    await step();
    return { ok: true };
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    return { ok: false, fault: { code, folder } };
  }
}
