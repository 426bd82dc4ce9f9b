/**
 * Lets one window at a time do a piece of work, of all windows on this machine. The windows share secrets, but see each
 * other's changes to them a moment late; a note that is passed on with the turn tells how recent they must be.
 */
export interface CrossWindowLock {
  /**
   * Waits for the turn, does `work`, and gives the turn on whatever comes of it. Rejects with the signal's reason
   * where it aborts before the turn has come; work that has begun is not cancelled.
   */
  run<Result>(key: string, signal: AbortSignal, work: (turn: Turn) => Promise<Result>): Promise<Result>;
}

/** What stands beside the lock: for whoever is next, and no secret. */
export interface Turn {
  /** What the last turn that wrote left; undefined where there was none. */
  readNote(): Promise<string | undefined>;
  writeNote(note: string): Promise<void>;
}
