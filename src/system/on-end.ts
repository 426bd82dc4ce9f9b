import { constants } from 'node:os';

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Marks the listeners of this file. */
const endsProcess = Symbol('endsProcess');

/**
 * Calls `cleanUp` when this process ends, also by a signal that nothing else listens to. Other listeners decide themselves what a
 * signal means. Returns what forgets it.
 */
export function onEnd(cleanUp: () => void): () => void {
  const onSignal = Object.assign(
    (signal: NodeJS.Signals) => {
      // Without a listener, a signal ends the process.
      if (process.listeners(signal).every((listener) => endsProcess in listener))
        process.exit(128 + constants.signals[signal]);
    },
    { [endsProcess]: true },
  );
  process.on('exit', cleanUp);
  for (const signal of endingSignals) process.on(signal, onSignal);
  return () => {
    process.off('exit', cleanUp);
    for (const signal of endingSignals) process.off(signal, onSignal);
  };
}
