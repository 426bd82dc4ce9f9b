/**
 * Lets one window at a time do a piece of work, of all windows on this machine. The windows share secrets, but see each other's
 * changes with a delay; a note, passed on with the lock, says how recent they must be.
 */
export interface CrossWindowLock {
  /**
   * Waits for the lock, does `work`, and releases the lock, even if `work` fails. Rejects with the signal's reason if it aborts
   * before the lock is acquired; work that has started isn't cancelled.
   */
  run<Result>(key: string, signal: AbortSignal, work: (turn: Turn) => Promise<Result>): Promise<Result>;
}

/** Access to the note for the next turn. It contains no secret. */
export interface Turn {
  /** The last note; undefined if there is none. */
  readNote(): Promise<string | undefined>;
  writeNote(note: string): Promise<void>;
}
