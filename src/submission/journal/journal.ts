import * as l10n from '@vscode/l10n';
import { failure, type Result, success } from '../../result.ts';
import { DescribedFileError, isBusy } from '../../storage/file-operations.ts';
import { errorCode } from '../../system/error-code.ts';
import {
  type Damage,
  documentKey,
  type EntryDraft,
  type EntryState,
  type ForbiddenChange,
  type JournalEntry,
  type RecordedOutcome,
  type Settlement,
} from './entry.ts';

export type BeginResult = Result<JournalEntry, JournalFailure>;

export type EntryReadFailure = JournalFailure | { readonly kind: 'missing' };

/** Why an entry was not changed. */
export type JournalWriteFailure =
  | EntryReadFailure
  | ForbiddenChange
  /** Another process began the submission, and will record its outcome. */
  | { readonly kind: 'not-owner' };

export type JournalWriteResult = Result<void, JournalWriteFailure>;

export interface JournalRecord {
  readonly entry: JournalEntry;
  readonly state: EntryState;
  /** Its entry can't be read: it may be of any content, document, and service. `entry` has only its ID and time. */
  readonly isUnreadable?: true;
}

export interface JournalListing {
  /** Newest first. Of what can't be read, the outcome is unknown. */
  readonly records: readonly JournalRecord[];
}

export type ListResult = Result<JournalListing, JournalFailure>;

/** What is about to be sent, and where to. */
export interface Intent {
  /** The document's URI. */
  readonly document: string;
  /** As in the journal's entry. */
  readonly path?: string | undefined;
  readonly contentHash: string;
  readonly requestUrl: string;
}

/** What entries of a service are found by: their document, its path, and their content. */
export function traitsOf(
  { document, path, contentHash }: Partial<Omit<Intent, 'requestUrl'>>,
  service: string,
): readonly string[] {
  return [
    ...(document === undefined ? [] : [`${service} document ${documentKey(document)}`]),
    ...(path === undefined ? [] : [`${service} path ${path}`]),
    ...(contentHash === undefined ? [] : [`${service} content ${contentHash}`]),
  ];
}

/** What identifies a service: where its requests go, without the query. The names of environments are labels on it. */
export function serviceAddress(requestUrl: string): string {
  const { origin, pathname } = new URL(requestUrl);
  return origin + pathname;
}

export type RelatedResult = Result<readonly JournalRecord[], JournalFailure>;

export type ReadResult = Result<JournalRecord, EntryReadFailure>;

/** What `recover` found and repaired. */
export interface Recovery {
  /** IDs of submissions whose process has ended: their outcome is unknown from now on. */
  readonly lost: readonly string[];
  /** IDs whose outcome could not be written before, and now is. */
  readonly concludedLate: readonly string[];
  /** Files that can't be read, so that the outcome of their submission is unknown, and that this process hasn't found before. Untouched. */
  readonly unreadable: readonly Damage[];
  /** IDs that the retention limits removed. */
  readonly dropped: readonly string[];
  /** The first step that failed. */
  readonly failure?: JournalFailure;
}

/**
 * The durable record of all submissions, written before the first byte of a request: a write-ahead log for a service that has
 * no idempotency key. Many windows and command lines use one journal at the same time, without locks.
 */
export interface Journal {
  /**
   * Resolves when the entry would survive a power failure. If it fails, nothing may be sent. `contentSha256`: of the body,
   * if it is known.
   */
  begin(draft: EntryDraft, body: Uint8Array, contentSha256?: string): Promise<BeginResult>;
  /** Records the outcome, once. Only for the process that began it. `recover` tries again what can't be written. */
  conclude(id: string, outcome: RecordedOutcome): Promise<JournalWriteResult>;
  /** Records what the user found out about an unknown outcome, or about a dataset that was created without an ID. */
  settle(id: string, settlement: Settlement): Promise<JournalWriteResult>;
  delete(id: string): Promise<JournalWriteResult>;
  /**
   * With `…` in place of responses: those of many submissions would fill the memory. `read` returns them. `asRecovered`: what is in
   * flight, but abandoned, is unknown, as `recover` would record it.
   */
  list(asRecovered?: boolean): Promise<ListResult>;
  /**
   * Entries of the same document, path, or content at the same service, and unreadable ones, newest first, without responses
   * and as recovered like `list`, and far cheaper. Entries that another process wrote in the last `maxAge` milliseconds (0 by default) may be missing.
   */
  related(intent: Intent, except?: readonly string[], maxAge?: number): Promise<RelatedResult>;
  read(id: string): Promise<ReadResult>;
  /** Exactly what was sent; undefined if it can't be read or doesn't match the entry. */
  body(id: string): Promise<Uint8Array | undefined>;
  /** Call it when a window opens or a command starts, and from time to time. */
  recover(): Promise<Recovery>;
  /** Calls back soon after any process changed the journal; `dispose` ends it. */
  watch(onChange: () => void): { dispose(): void };
}

/** Why the journal can't be read or written. */
export interface JournalFailure {
  readonly kind: 'file-system';
  /** As in `node:fs`: `ENOSPC`, `EACCES`, `EROFS` and others. On Windows, `EBUSY` also if permission may be denied. */
  readonly code: string;
  /** The journal's folder. */
  readonly folder: string;
  /** What happened and what to do, in sentences, if the journal is in no folder. */
  readonly reason?: string;
}

/** Turns errors of the file system into failures. Other errors are bugs, and are thrown. */
export async function withFileFailures<Value>(
  folder: string,
  step: () => Promise<Value>,
  platform: NodeJS.Platform = process.platform,
): Promise<Result<Value, JournalFailure>> {
  try {
    return success(await step());
  } catch (error) {
    const code = isBusy(error, platform) ? 'EBUSY' : errorCode(error);
    if (code === undefined) throw error;
    const reason = error instanceof DescribedFileError ? { reason: error.message } : {};
    return failure({ kind: 'file-system', code, folder, ...reason });
  }
}

/** Why the journal can't be written, and what to do, in whole sentences. */
export function describeJournalFailure({ code, folder, reason }: Omit<JournalFailure, 'kind'>): string {
  if (reason !== undefined) return reason;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return l10n.t(
        'Each submission is recorded in the journal before it is sent, and there is no space left in {folder}. Free some space, then try again.',
        { folder },
      );
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return l10n.t(
        "Each submission is recorded in the journal before it is sent, and the journal in {folder} can't be written ({code}). Make the folder writable or choose another one, then try again.",
        { folder, code },
      );
    case 'EFBIG':
      return l10n.t(
        'A journal records documents of up to 16 MB and a million values. Split this one into several datasets.',
      );
    case 'EBUSY':
      return l10n.t(
        'Each submission is recorded in the journal before it is sent, and another program has a file in {folder} open, or permission was denied. Close the file there or make the folder writable, then try again.',
        { folder },
      );
    default:
      return l10n.t(
        "Each submission is recorded in the journal before it is sent, and the journal in {folder} can't be written ({code}). Check that the folder exists and can be used, then try again.",
        { folder, code },
      );
  }
}
