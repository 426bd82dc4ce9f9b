import { timeLimit } from '../../scripts/testing/time-limits.ts';

/** Waits until a check succeeds. */
export async function waitFor(check: () => Promise<void>): Promise<void> {
  for (const end = Date.now() + timeLimit(15_000); ; ) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
