/** Waits until a check succeeds, for at most 15 seconds. */
export async function waitFor(check: () => Promise<void>): Promise<void> {
  for (const end = Date.now() + 15_000; ; ) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
