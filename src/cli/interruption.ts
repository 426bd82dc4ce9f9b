/** What Ctrl+C or a signal interrupts. */
export interface Interruption {
  /** The first Ctrl+C: starts nothing new, and waits for the requests that are being sent. */
  readonly stop: AbortSignal;
  /** The second: cancels them, too. SIGTERM does both at once. The third Ctrl+C ends the process. */
  readonly cancel: AbortSignal;
}

/**
 * From this call on, these signals no longer end the process. Call it as soon as there are requests to wait for; before,
 * the system ends the process at once.
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
