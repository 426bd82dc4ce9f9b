import { setTimeout as sleep } from 'node:timers/promises';

const attempts = 3;

/** Does what needs the network, which may be away for a moment; fails with the last reason. `pause` is in milliseconds. */
export async function withRetries<Value>(
  what: string,
  work: () => Promise<Value>,
  pause = 20_000,
): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      console.error(
        `${what} failed, trying again in ${pause / 1000} s (${attempt} of ${attempts}). ${reason}`,
      );
      await sleep(pause);
    }
  }
}
