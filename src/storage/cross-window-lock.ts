/**
 * Lets one window at a time do a piece of work, of all windows on this machine. The windows share secrets, but see each
 * other's changes late. A note beside the lock tells the next window how recent the secrets must be.
 */
export interface CrossWindowLock {
  /**
   * Waits for the lock, does `work`, and releases the lock whether or not the work succeeds. Rejects with the signal's
   * reason if it aborts before the lock is acquired; it doesn't cancel work that has started.
   */
  run<Result>(key: string, signal: AbortSignal, work: (turn: Turn) => Promise<Result>): Promise<Result>;
}

/** The note beside the lock, for the next holder. It must contain no secret. */
export interface Turn {
  /** The last note that was written; undefined if there is none. */
  readNote(): Promise<string | undefined>;
  writeNote(note: string): Promise<void>;
}
