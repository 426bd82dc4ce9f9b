import { setTimeout as sleep } from 'node:timers/promises';

const maxAttempts = 3;

/**
 * Runs work that needs the network up to three times, because the network can fail temporarily. Rejects with the last
 * error. `pause` is in milliseconds.
 */
export async function withRetries<Value>(
  what: string,
  work: () => Promise<Value>,
  pause = 20_000,
): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === maxAttempts) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      console.error(
        `${what} failed (attempt ${attempt} of ${maxAttempts}). Trying again in ${pause / 1000} s. ${reason}`,
      );
      await sleep(pause);
    }
  }
}
