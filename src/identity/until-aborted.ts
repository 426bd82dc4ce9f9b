/** Undefined if `signal` aborts first: a user who closes a dialog late doesn't delay the caller. */
export async function untilAborted<Value>(
  value: Promise<Value>,
  signal: AbortSignal,
): Promise<Value | undefined> {
  const settled = new AbortController();
  const aborted = new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true, signal: settled.signal });
  });
  try {
    return await Promise.race([value, aborted]);
  } finally {
    settled.abort();
  }
}
