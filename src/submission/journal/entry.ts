import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { ProcessIdentity } from '../../storage/process-identity.ts';
import type { Cause } from '../cause-table.ts';

/** What is recorded before the first byte is sent. Never changed afterwards; contains no secrets. The names are stored on disk. */
export interface JournalEntry {
  /** `yyyymmddThhmmssmmmZ-` and 16 hexadecimal digits: unique, and sorts by time. */
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly begunAt: string;
  /** The environment's name at that time. */
  readonly environment: string;
  /** Of the environment's base address, as RFC 6454 writes it. */
  readonly origin: string;
  /** Where the request goes, with its query. */
  readonly requestUrl: string;
  /** Empty if none was sent. */
  readonly retentionPolicy: string;
  /** The document's URI. */
  readonly document: string;
  /**
   * The document's path from the root of its repository, with slashes: other machines have it at another address. Absent if it
   * is no file of a repository or a workspace.
   */
  readonly path?: string;
  /** SHA-256 of the exact body in lower-case hexadecimal digits, and its length in bytes. */
  readonly body: { readonly sha256: string; readonly length: number };
  readonly owner: ProcessIdentity;
  /** The ID of its batch, if it is part of one. */
  readonly run?: string;
}

/** What the submitter provides; the journal adds the rest. */
export type EntryDraft = Pick<
  JournalEntry,
  'environment' | 'origin' | 'requestUrl' | 'retentionPolicy' | 'document' | 'path' | 'run'
>;

/** The outcome that a submission's own process recorded. Texts are shortened and free of secrets. */
export type RecordedOutcome =
  | {
      readonly kind: 'created' | 'accepted';
      readonly status: number;
      /** Absent if the response has none. */
      readonly datasetId?: string;
      readonly response: string;
    }
  | {
      readonly kind: 'rejected';
      readonly status: number;
      readonly reason: string;
      readonly cause: Cause<'rejected'>;
      readonly response: string;
    }
  | { readonly kind: 'not-sent'; readonly cause: Cause<'not-sent'> }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'unknown'; readonly cause: Cause<'unknown'>; readonly response?: string };

/** What the user found out about a submission whose outcome was unknown. */
export type Settlement =
  | { readonly kind: 'created'; readonly datasetId?: string }
  | { readonly kind: 'not-created' };

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

/** An outcome with `…` in place of a response: the responses of many submissions would fill the memory. */
export function withoutResponse<Outcome extends RecordedOutcome>(outcome: Outcome): Outcome {
  return 'response' in outcome && outcome.response ? { ...outcome, response: '…' } : outcome;
}

/** In lower-case hexadecimal digits. The journal recognizes the same content by it. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * Equal for two spellings of one document's URI: VS Code and Node.js encode the URI of a file differently (`file:///c%3A/a` and
 * `file:///C:/a`). For comparing, not for showing.
 */
export function documentKey(uri: string): string {
  if (!uri.startsWith('file://')) return uri;
  try {
    const path = fileURLToPath(uri);
    // A Windows path names the same file in any case; the drive letter's varies in practice.
    return /^[a-z]:/i.test(path) || path.startsWith('\\\\') ? path.toLowerCase() : path;
  } catch {
    return uri;
  }
}
