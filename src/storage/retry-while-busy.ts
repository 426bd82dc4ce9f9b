import { setTimeout as delay } from 'node:timers/promises';

/** What Windows answers while a virus scanner, an indexer or a reader has a file open, or while its deletion is pending. */
const busyCodes = new Set<unknown>(['EPERM', 'EACCES', 'EBUSY']);

export interface BusyRetryOptions {
  readonly platform: NodeJS.Platform;
  /** Milliseconds. */
  readonly sleep: (milliseconds: number) => Promise<unknown>;
}

/** This machine, and its time. */
export const onThisMachine: BusyRetryOptions = { platform: process.platform, sleep: delay };

/** Attempts before a failure counts. The pauses grow by 10 ms and add up to 450 ms. */
const attempts = 10;

/**
 * Runs a step on the file system again while Windows reports the file as in use, and rejects with the last error. The same
 * codes name lasting reasons as well, so the attempts are few. Other systems let a file be replaced or deleted while it is open.
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

/** Whether an error of `node:fs` may go away by itself, because somebody has the file open. */
export function isBusy(error: unknown, platform: NodeJS.Platform): boolean {
  return platform === 'win32' && error instanceof Error && 'code' in error && busyCodes.has(error.code);
}
