/** What the user interrupts, by Ctrl-C or a signal. */
export interface Interruption {
  /** The first Ctrl-C: nothing new is begun, what is being sent is awaited. */
  readonly stop: AbortSignal;
  /** The second: that is broken off as well. SIGTERM means both at once; the third Ctrl-C ends the process. */
  readonly cancel: AbortSignal;
}

/**
 * From here on the process doesn't end by these signals. Call it where there is something to await: before, the system ends
 * the process at once, whatever it waits for.
 */
export function listenForInterruption(source: NodeJS.Process): Interruption {
  const stop = new AbortController();
  const cancel = new AbortController();
  const interrupt = () => {
    if (stop.signal.aborted) {
      cancel.abort();
      source.off('SIGINT', interrupt);
    } else {
      stop.abort();
    }
  };
  source.on('SIGINT', interrupt);
  source.once('SIGTERM', () => {
    stop.abort();
    cancel.abort();
  });
  return { stop: stop.signal, cancel: cancel.signal };
}
