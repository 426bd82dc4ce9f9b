import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { contentDigest } from '../../dataset/canonical-text.ts';
import { exactJsonValue } from '../../dataset/json/exact-value.ts';
import type { ProcessIdentity } from '../../system/process-identity.ts';
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
  /** The address of that repository's `origin`, without user and password. Absent if it has none. */
  readonly repository?: string;
  /** SHA-256 of the exact body, and of its content (`contentHash`), in lower-case hexadecimal digits; its length in bytes. */
  readonly body: { readonly sha256: string; readonly contentSha256: string; readonly length: number };
  readonly owner: ProcessIdentity;
  /** After so many milliseconds from `begunAt`, its process sends nothing any more. */
  readonly mayTake: number;
  /** The ID of its batch, if it is part of one. */
  readonly batch?: string;
}

/** What the submitter provides; the journal adds the rest. */
export type EntryDraft = Pick<
  JournalEntry,
  | 'environment'
  | 'origin'
  | 'requestUrl'
  | 'retentionPolicy'
  | 'document'
  | 'path'
  | 'repository'
  | 'mayTake'
  | 'batch'
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

const idPattern = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-[0-9a-f]{16}$/;

/** `random` are eight bytes. */
export function newEntryId(now: Date, random: Uint8Array): string {
  const time = now.toISOString().replace(/[-:.]/g, '');
  return `${time}-${Buffer.from(random).toString('hex')}`;
}

/** Nothing else is ever made part of a file name. */
export function isEntryId(text: string): boolean {
  return !Number.isNaN(Date.parse(timeOfId(text)));
}

/** ISO 8601, UTC; empty if it isn't of the form of an ID. */
export function timeOfId(id: string): string {
  return idPattern.test(id) ? id.replace(idPattern, '$1-$2-$3T$4:$5:$6.$7Z') : '';
}

/** What is known of a submission whose entry can't be read. */
export function unreadableEntry(id: string): JournalEntry {
  return {
    id,
    begunAt: timeOfId(id),
    environment: '',
    origin: '',
    requestUrl: 'about:blank',
    retentionPolicy: '',
    document: `journal:/${id}.entry`,
    body: { sha256: '', contentSha256: '', length: 0 },
    owner: { pid: 0, startedAt: '', host: '' },
    mayTake: 0,
  };
}

/** An outcome with `…` in place of a response: the responses of many submissions would fill the memory. */
export function withoutResponse<Outcome extends RecordedOutcome>(outcome: Outcome): Outcome {
  return 'response' in outcome && outcome.response ? { ...outcome, response: '…' } : outcome;
}

/** In lower-case hexadecimal digits. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** In lower-case hexadecimal digits. What a journal, and all who ask it, call the same content has the same hash. */
export function contentHash(value: unknown): string {
  return contentDigest(value, createHash('sha256'));
}

/** Of a body that is sent, which is valid JSON. */
export function bodyContentHash(body: Uint8Array): string {
  return contentHash(exactJsonValue(new TextDecoder().decode(body)));
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

/** Whether its URI is still that of the document that was submitted. VS Code reuses those of untitled documents without a path. */
export function hasLastingUri({ document }: Pick<JournalEntry, 'document'>): boolean {
  return !/^untitled:[^/]/.test(document);
}

/** The state of a submission. `at` is ISO 8601, UTC. */
export type EntryState =
  | { readonly kind: 'in-flight' }
  | KnownOutcome
  | { readonly kind: 'settled'; readonly settlement: Settlement; readonly at: string };

/**
 * What changes an entry: its own process concludes it, it is lost because its process has ended or has been silent for too long,
 * or the user settles or deletes it.
 */
export type EntryChange = 'conclude' | 'lose' | 'settle' | 'delete';

export type ForbiddenChange =
  /** Nobody knows which content was sent, so that it can't be settled as created. */
  | { readonly kind: 'unreadable' }
  /** Its process is still working on it. */
  | { readonly kind: 'in-flight' }
  /** Its outcome has been recorded. */
  | { readonly kind: 'concluded' }
  /** Its outcome is unknown: it stays until the user settles it. */
  | { readonly kind: 'unsettled' };

/** A file of a submission that can't be read: damaged, not one that this program can have written, or of a newer version. */
export interface Damage {
  readonly kind: 'damaged' | 'newer';
  readonly file: string;
  readonly reason: string;
  /** Whether it isn't known which content was sent, and where to. */
  readonly isEntry: boolean;
  /** When the submission was begun. */
  readonly at: string;
}

/** An outcome, and when it was recorded. */
type KnownOutcome = RecordedOutcome & { readonly at: string };

/** What the user recorded, and when. */
export interface SettledFact {
  readonly settlement: Settlement;
  readonly at: string;
  /** The outcome without an ID that it adds one to, or takes back. */
  readonly corrects?: 'created' | 'accepted';
}

/** The facts of an entry. Each has one kind of author and is written whole, so that no author overwrites another. */
export interface EntryFacts {
  readonly outcome?: KnownOutcome;
  readonly lost?: { readonly at: string };
  readonly settled?: SettledFact;
  readonly damage?: Damage;
}

/** Of an entry that can be settled. */
export function settledFact({ outcome }: EntryFacts, settlement: Settlement, at: string): SettledFact {
  const corrects = correctable(outcome);
  return { settlement, at, ...(corrects && { corrects }) };
}

/** The outcome, if the gateway said yes without an ID: the user may find one in the service, or nothing. */
function correctable(outcome: EntryState | undefined): SettledFact['corrects'] {
  return (outcome?.kind === 'created' || outcome?.kind === 'accepted') && outcome.datasetId === undefined
    ? outcome.kind
    : undefined;
}

/**
 * The state that follows from the facts, in any order. The gateway's response takes precedence over a settlement that doesn't correct it, a settlement
 * over *unknown*, and an *unknown* of the process itself over one that was found later. With damage, nothing counts as created
 * but what the user has settled, and of an unreadable entry, not even that.
 */
export function stateOf({ outcome, lost, settled: fact, damage }: EntryFacts): EntryState {
  const settled = fact && { settlement: fact.settlement, at: fact.at };
  if (damage) {
    if (outcome && !mayHaveCreated(outcome)) return outcome;
    if (settled && !(damage.isEntry && settled.settlement.kind === 'created'))
      return { kind: 'settled', ...settled };
    return { kind: 'unknown', cause: { kind: damage.kind, code: damage.reason }, at: damage.at };
  }
  const isCorrected = fact?.corrects !== undefined && fact.corrects === correctable(outcome);
  if (outcome && outcome.kind !== 'unknown' && !isCorrected) return outcome;
  if (settled) return { kind: 'settled', ...settled };
  if (outcome) return outcome;
  if (lost) return { kind: 'unknown', cause: processGone, at: lost.at };
  return { kind: 'in-flight' };
}

/** Why an entry can't be changed; undefined if it can. Pure: the journal asks before it writes. */
export function refusalOf(facts: EntryFacts, change: EntryChange): ForbiddenChange | undefined {
  const state = stateOf(facts);
  // A process that seemed to have ended may come back from sleep, and knows the outcome.
  if (change === 'conclude') return facts.outcome && { kind: 'concluded' };
  if (change === 'lose') return state.kind === 'in-flight' ? undefined : { kind: 'concluded' };
  if (change === 'settle') return settlingRefusal(state);
  if (state.kind === 'in-flight') return { kind: 'in-flight' };
  return state.kind === 'unknown' ? { kind: 'unsettled' } : undefined;
}

/** Why a submission can't be settled. */
export function settlingRefusal(state: EntryState): ForbiddenChange | undefined {
  if (state.kind === 'in-flight') return { kind: 'in-flight' };
  return state.kind === 'unknown' || correctable(state) ? undefined : { kind: 'concluded' };
}

/** True if the dataset may exist in the service. */
export function mayHaveCreated(state: EntryState): boolean {
  switch (state.kind) {
    case 'created':
    case 'accepted':
    case 'unknown':
    case 'in-flight':
      return true;
    case 'settled':
      return state.settlement.kind === 'created';
    case 'rejected':
    case 'not-sent':
    case 'cancelled':
      return false;
  }
}

/** True if the dataset is known to exist. */
export function isDone({ state }: { readonly state: EntryState }): boolean {
  return mayHaveCreated(state) && state.kind !== 'unknown' && state.kind !== 'in-flight';
}

const processGone: Cause<'unknown'> = { kind: 'process-gone' };
