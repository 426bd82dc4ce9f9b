import { setTimeout as delay } from 'node:timers/promises';

/** Errors of Windows while a virus scanner, an indexer, or a reader has a file open, or while its deletion is pending. */
const busyCodes = new Set<unknown>(['EPERM', 'EACCES', 'EBUSY']);

export interface BusyRetryOptions {
  readonly platform: NodeJS.Platform;
  /** Milliseconds. */
  readonly sleep: (milliseconds: number) => Promise<unknown>;
}

/** The platform and timers of this machine. */
export const onThisMachine: BusyRetryOptions = { platform: process.platform, sleep: delay };

/** Attempts before an error is reported. The pauses grow by 10 ms and add up to 450 ms. */
const attempts = 10;

/**
 * Repeats a file operation while Windows reports the file as in use, and rejects with the last error. The same codes have
 * permanent causes, too, so the attempts are few. Other systems can replace or delete a file while it is open.
 */
export async function retryWhileBusy<Value>(
  step: () => Promise<Value>,
  { platform, sleep }: BusyRetryOptions = onThisMachine,
): Promise<Value> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await step();
    } catch (error) {
      if (!isBusy(error, platform) || attempt === attempts) throw error;
      await sleep(10 * attempt);
    }
  }
}

/** Whether an error of `node:fs` may be temporary, because another program has the file open. */
export function isBusy(error: unknown, platform: NodeJS.Platform): boolean {
  return platform === 'win32' && error instanceof Error && 'code' in error && busyCodes.has(error.code);
}
