import type { EntryDraft, JournalEntry, RecordedOutcome, Settlement } from './entry.ts';
import type { EntryState, Forbidden } from './entry-state.ts';
import type { Faulty, JournalFault } from './fault.ts';

export type Begun = { readonly ok: true; readonly entry: JournalEntry } | Faulty;

export type Noted =
  | { readonly ok: true }
  | Faulty
  | {
      readonly ok: false;
      readonly forbidden:
        | Forbidden
        | 'missing'
        /** Damaged, or written by a later version of this program. */
        | 'unreadable'
        /** Another process began it: that one concludes. */
        | 'not-owner';
    };

export interface JournalRecord {
  readonly entry: JournalEntry;
  readonly state: EntryState;
}

/** An entry that can't be told about. */
export interface Unreadable {
  readonly id: string;
  readonly kind: 'damaged' | 'newer';
  readonly reason: string;
}

export type Listing =
  | {
      readonly ok: true;
      /** Newest first. */
      readonly records: readonly JournalRecord[];
      readonly unreadable: readonly Unreadable[];
    }
  | Faulty;

/** What is about to be sent, and where to. */
export interface Intent {
  /** The document's URI. */
  readonly document: string;
  /** SHA-256 of the exact body, in lower-case hexadecimal digits. */
  readonly bodyHash: string;
  /** Its address counts, not the environment's name: a renamed environment is the same service. Nor does its query. */
  readonly requestUrl: string;
}

export type Related = { readonly ok: true; readonly records: readonly JournalRecord[] } | Faulty;

export type RecordReading =
  | { readonly kind: 'ok'; readonly record: JournalRecord }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly unreadable: Unreadable }
  | { readonly kind: 'fault'; readonly fault: JournalFault };

/** What `recover` found and mended. */
export interface Recovery {
  /** IDs of submissions that nobody works on any more: their outcome is unknown from now on. */
  readonly lost: readonly string[];
  /** IDs whose conclusion could not be written before, and now is. */
  readonly concludedLate: readonly string[];
  /** Files that can't be read: they lie in the folder `damaged` now. */
  readonly setAside: readonly { readonly file: string; readonly reason: string }[];
  /** IDs that a later version of this program wrote: untouched. */
  readonly newer: readonly string[];
  /** IDs dropped to keep within bounds. */
  readonly dropped: readonly string[];
  /** The first thing that could not be done. */
  readonly fault?: JournalFault;
}

/**
 * What is known of every submission, durable before its first byte leaves: a write-ahead log for a service that gives no
 * idempotency key. Many windows and command lines use one journal at a time, without locks.
 */
export interface Journal {
  /** Resolves when the entry would survive a power failure. Where it isn't `ok`, nothing may be sent. */
  begin(draft: EntryDraft, body: Uint8Array): Promise<Begun>;
  /** What the status says, by the process that began it, before the answer is read. `conclude` adds the rest. */
  answer(id: string, outcome: RecordedOutcome): Promise<Noted>;
  /** By the process that began it, once. What can't be written is tried again by `recover`. */
  conclude(id: string, outcome: RecordedOutcome): Promise<Noted>;
  /** A person's word on an unknown outcome. */
  settle(id: string, settlement: Settlement): Promise<Noted>;
  delete(id: string): Promise<Noted>;
  list(): Promise<Listing>;
  /** The entries of the same document or the same content at the same address, newest first, but for some; far cheaper than `list`. */
  related(intent: Intent, except?: readonly string[]): Promise<Related>;
  read(id: string): Promise<RecordReading>;
  /** Exactly what was sent; undefined where it can't be read or is not what the entry tells. */
  body(id: string): Promise<Uint8Array | undefined>;
  /** Run when a window opens or a command begins, and now and then. */
  recover(): Promise<Recovery>;
  /** Calls back, soon, after anybody changed anything; `dispose` ends it. */
  watch(onChange: () => void): { dispose(): void };
}
