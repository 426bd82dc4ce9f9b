import {
  DamagedField,
  damaged,
  knownValue,
  readStored,
  type StoredFields,
  type StoredResult,
  writeStored,
} from '../../../storage/stored-fields.ts';
import type { ProcessIdentity } from '../../../system/process-identity.ts';
import { type Cause, type CausedOutcome, causeKindOf } from '../../cause-table.ts';
import {
  bodyContentHash,
  type EntryFacts,
  isEntryId,
  type JournalEntry,
  type RecordedOutcome,
  type SettledFact,
  type Settlement,
  sha256,
} from '../entry.ts';

/**
 * How a submission lies on the disk, version 1:
 *
 * - `<id>.entry`: the `JournalEntry` as one line of JSON, a line feed, and then the body byte for byte. So a list reads
 *   the heads alone, and what was sent can be seen with any tool.
 * - `<id>.outcome`, `<id>.lost`, `<id>.settled`: one JSON object each, one author each (`EntryFacts`).
 */
export const formatVersion = 1;

/** In characters. */
export const maxPath = 64 * 1024;

/** Nearly all heads are shorter than this, in bytes. */
export const usualHead = 64 * 1024;

/** In bytes. What is larger isn't ours, and isn't read. A response has up to 64 K characters. */
export const maxSize = { entry: 16 * 2 ** 20, fact: 2 ** 20, batch: 16 * 2 ** 20 };

/** A body of so many values takes some 100 MB to compare. */
const maxValues = 2 ** 20;

export type FactKind = 'outcome' | 'lost' | 'settled';

const lineFeed = 0x0a;
const structure = Buffer.from('[{:,');
const hash = /^[0-9a-f]{64}$/;
/** As `Date.toISOString` writes a time. */
const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export function formatEntry(entry: JournalEntry, body: Uint8Array): Uint8Array {
  return Buffer.concat([writeStored(formatVersion, entry), body]);
}

/** Whether a file's first bytes contain the whole head. */
export function hasHead(bytes: Uint8Array): boolean {
  return bytes.includes(lineFeed);
}

/** Reads a head from the file's first bytes; `size` is the whole file's, in bytes, so that a cut body shows. */
export function parseEntry(id: string, bytes: Uint8Array, size: number): StoredResult<JournalEntry> {
  const end = bytes.indexOf(lineFeed);
  if (end === -1) return damaged('no head');
  const reading = readStored(decode(bytes.subarray(0, end)), formatVersion, readEntry);
  const entry = knownValue(reading);
  if (entry && entry.id !== id) return damaged('the ID is not that of the file');
  if (reading.ok && reading.value.body.length !== size - end - 1)
    return damaged('the length of the body differs from the head');
  return reading;
}

/** The body out of the whole file. */
export function bodyOf(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(bytes.indexOf(lineFeed) + 1);
}

/** Whether a journal can keep it: reading it back takes a bounded time and memory. */
export function isRecordable(body: Uint8Array): boolean {
  const isShort = body.length < maxSize.entry - usualHead;
  return isShort && body.filter((byte) => structure.includes(byte)).length <= maxValues;
}

/** Whether a body is what the head says. Otherwise, whoever can write to the journal could claim any content. */
export function isBodyOf({ body: { sha256: hash, contentSha256 } }: JournalEntry, body: Uint8Array): boolean {
  try {
    return sha256(body) === hash && isRecordable(body) && bodyContentHash(body) === contentSha256;
  } catch {
    // It is not JSON.
    return false;
  }
}

export function formatOutcome(at: string, outcome: RecordedOutcome): Uint8Array {
  const { kind, ...facts } = outcome;
  return writeStored(formatVersion, { at, outcome: kind, ...facts });
}

/** Of the fact `lost`. */
export function formatTime(at: string): Uint8Array {
  return writeStored(formatVersion, { at });
}

export function formatSettlement({ settlement, ...more }: SettledFact): Uint8Array {
  const { kind, ...facts } = settlement;
  return writeStored(formatVersion, { ...more, settled: kind, ...facts });
}

/** Reads one fact; the result has the one member of that name. */
export function parseFact(kind: FactKind, bytes: Uint8Array): StoredResult<EntryFacts> {
  return readStored(decode(bytes), formatVersion, (fields): EntryFacts => {
    const at = readTime(fields, 'at');
    switch (kind) {
      case 'outcome':
        return { outcome: { ...readOutcome(fields), at } };
      case 'lost':
        return { lost: { at } };
      case 'settled':
        return {
          settled: {
            settlement: readSettlement(fields),
            at,
            ...fields.optional('corrects', () => readCorrected(fields)),
          },
        };
    }
  });
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

function readEntry(fields: StoredFields): JournalEntry {
  const body = fields.object('body');
  return {
    id: readId(fields),
    begunAt: readTime(fields, 'begunAt'),
    environment: fields.line('environment'),
    origin: fields.line('origin'),
    requestUrl: readUrl(fields, 'requestUrl'),
    retentionPolicy: fields.line('retentionPolicy'),
    document: fields.line('document', maxPath),
    body: {
      sha256: body.text('sha256', hash),
      contentSha256: body.text('contentSha256', hash),
      length: body.whole('length'),
    },
    owner: readOwner(fields),
    mayTake: fields.whole('mayTake'),
    ...fields.optional('path', (name) => fields.line(name, maxPath)),
    ...fields.optional('repository', (name) => fields.line(name, maxPath)),
    ...fields.optional('batch', (name) => fields.line(name)),
  };
}

export function readUrl(fields: StoredFields, name: string): string {
  const url = fields.text(name);
  if (!URL.canParse(url) || new URL(url).href !== url) throw new DamagedField(name, 'is no URL');
  return url;
}

export function readTime(fields: StoredFields, name: string): string {
  const time = fields.text(name, iso);
  if (Number.isNaN(Date.parse(time))) throw new DamagedField(name, 'is no time');
  return time;
}

/** As from a gateway: on one line, and of at most 500 characters. Programs print it as it is. */
function readDatasetId(fields: StoredFields): string {
  const id = fields.text('datasetId');
  if (id === '' || fields.line('datasetId') !== id) throw new DamagedField('datasetId', 'is no ID');
  return id;
}

export function readId(fields: StoredFields): string {
  const id = fields.text('id');
  if (!isEntryId(id)) throw new DamagedField('id', 'is not of its form');
  return id;
}

export function readOwner(parent: StoredFields): ProcessIdentity {
  const fields = parent.object('owner');
  return {
    pid: fields.whole('pid'),
    startedAt: fields.text('startedAt'),
    host: fields.text('host'),
    ...fields.optional('bootId', (name) => fields.text(name)),
    ...fields.optional('pidNamespace', (name) => fields.text(name)),
  };
}

function readOutcome(fields: StoredFields): RecordedOutcome {
  const outcome = fields.text('outcome');
  switch (outcome) {
    case 'created':
    case 'accepted':
      return {
        kind: outcome,
        status: fields.whole('status'),
        ...fields.optional('datasetId', () => readDatasetId(fields)),
        response: fields.text('response'),
      };
    case 'rejected':
      return {
        kind: outcome,
        status: fields.whole('status'),
        reason: fields.line('reason'),
        cause: readCause(outcome, fields.object('cause')),
        response: fields.text('response'),
      };
    case 'not-sent':
      return { kind: outcome, cause: readCause(outcome, fields.object('cause')) };
    case 'cancelled':
      return { kind: outcome };
    case 'unknown':
      return {
        kind: outcome,
        cause: readCause(outcome, fields.object('cause')),
        ...fields.optional('response', (name) => fields.text(name)),
      };
    default:
      throw new DamagedField('outcome', 'is none of ours');
  }
}

function readCause<Outcome extends CausedOutcome>(outcome: Outcome, fields: StoredFields): Cause<Outcome> {
  return {
    kind: causeKindOf(outcome, fields.text('kind')),
    ...fields.optional('host', (name) => fields.line(name)),
    ...fields.optional('code', (name) => fields.line(name)),
    ...fields.optional('status', (name) => fields.whole(name)),
    ...fields.optional('seconds', (name) => fields.number(name)),
    ...fields.optional('detail', (name) => fields.line(name)),
  };
}

function readCorrected(fields: StoredFields): 'created' | 'accepted' {
  const outcome = fields.text('corrects');
  if (outcome === 'created' || outcome === 'accepted') return outcome;
  throw new DamagedField('corrects', 'is none of ours');
}

function readSettlement(fields: StoredFields): Settlement {
  const settled = fields.text('settled');
  switch (settled) {
    case 'created':
      return { kind: settled, ...fields.optional('datasetId', () => readDatasetId(fields)) };
    case 'not-created':
      return { kind: settled };
    default:
      throw new DamagedField('settled', 'is none of ours');
  }
}
