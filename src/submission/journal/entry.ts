import type { ProcessIdentity } from '../../storage/processes/process-identity.ts';

/** What the journal knows of a submission before its first byte leaves. Never changed afterwards; holds no secret. */
export interface JournalEntry {
  /** `yyyymmddThhmmssmmmZ-` and 16 hexadecimal digits: sorts by time, and no two are alike. */
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly begunAt: string;
  /** The environment's name at that time. */
  readonly environment: string;
  /** Of the environment's base address, as RFC 6454 writes it. */
  readonly origin: string;
  /** Where the request goes, with its query. */
  readonly requestUrl: string;
  /** Empty where none was sent. */
  readonly retentionPolicy: string;
  /** The document's URI. */
  readonly document: string;
  /** SHA-256 of the exact body in lower-case hexadecimal digits, and its length in bytes. */
  readonly body: { readonly sha256: string; readonly length: number };
  readonly owner: ProcessIdentity;
  /** The run that it is part of, where many were submitted at once. */
  readonly run?: string;
}

/** What a submitter tells of a submission; the journal adds the rest. */
export type EntryDraft = Pick<
  JournalEntry,
  'environment' | 'origin' | 'requestUrl' | 'retentionPolicy' | 'document' | 'run'
>;

/** Why something came about, as codes that are put into words when shown (`ConnectionFailure`, `Interruption` and others). */
export interface Cause {
  readonly kind: string;
  readonly host?: string;
  readonly code?: string;
  readonly status?: number;
  readonly seconds?: number;
  /** Somebody else's words, plain text. */
  readonly detail?: string;
}

/** What a submission came to, as its own process noted it. Texts are cut and free of secrets. */
export type RecordedOutcome =
  | {
      readonly outcome: 'created' | 'accepted';
      readonly status: number;
      /** Absent where the response names none. */
      readonly datasetId?: string;
      readonly response: string;
    }
  | {
      readonly outcome: 'rejected';
      readonly status: number;
      readonly reason: string;
      readonly cause: Cause;
      readonly response: string;
    }
  | { readonly outcome: 'not-sent'; readonly cause: Cause }
  | { readonly outcome: 'cancelled' }
  | { readonly outcome: 'unknown'; readonly cause: Cause; readonly response?: string };

/** What a person found out about a submission whose outcome was unknown. */
export type Settlement =
  | { readonly settled: 'created'; readonly datasetId?: string }
  | { readonly settled: 'not-created' };

const idPattern = /^\d{8}T\d{9}Z-[0-9a-f]{16}$/;

/** `random` are eight bytes. */
export function newEntryId(now: Date, random: Uint8Array): string {
  const time = now.toISOString().replace(/[-:.]/g, '');
  return `${time}-${Buffer.from(random).toString('hex')}`;
}

/** Nothing else is ever made part of a file name. */
export function isEntryId(text: string): boolean {
  return idPattern.test(text);
}
