import { isRecord } from '../is-record.ts';
import { failure, type Result, success } from '../result.ts';
import { parseJson } from '../text/parse-json.ts';
import { plainText } from '../text/plain-text.ts';

/** Why stored data can't be read. */
export type StoredFailure<Value> =
  /** Written by a newer version of this program and left unchanged. `value` is what this version can read of it. */
  | { readonly kind: 'newer'; readonly version: number; readonly value?: Value }
  | { readonly kind: 'damaged'; readonly reason: string };

export type StoredResult<Value> = Result<Value, StoredFailure<Value>>;

/** Reads the fields of a stored JSON object. If one is missing or has a wrong type, the object is damaged. */
export class StoredFields {
  readonly #record: Readonly<Record<string, unknown>>;

  constructor(record: Readonly<Record<string, unknown>>) {
    this.#record = record;
  }

  text(name: string, pattern?: RegExp): string {
    const value = this.#record[name];
    if (typeof value !== 'string') throw new DamagedField(name, 'is not a string');
    if (pattern && !pattern.test(value)) throw new DamagedField(name, 'has the wrong format');
    return value;
  }

  /** As plain text on one line, which is how a gateway's text is read. */
  line(name: string, maxLength?: number): string {
    return plainText(this.text(name), maxLength);
  }

  whole(name: string): number {
    const value = this.#record[name];
    if (!Number.isSafeInteger(value) || Number(value) < 0)
      throw new DamagedField(name, 'is not a whole number');
    return Number(value);
  }

  /** Finite and not negative. */
  number(name: string): number {
    const value = this.#record[name];
    if (typeof value !== 'number' || !(value >= 0)) throw new DamagedField(name, 'is not a number');
    return value;
  }

  object(name: string): StoredFields {
    const value = this.#record[name];
    if (!isRecord(value)) throw new DamagedField(name, 'is not an object');
    return new StoredFields(value);
  }

  lines(name: string, maxLength?: number): readonly string[] {
    const value = this.#record[name];
    if (!Array.isArray(value) || !value.every((item) => typeof item === 'string'))
      throw new DamagedField(name, 'is not an array of strings');
    return value.map((text) => plainText(text, maxLength));
  }

  /** `{ [name]: value }` if the field exists, otherwise `{}`. */
  optional<Name extends string, Value>(name: Name, read: (name: Name) => Value): { [key in Name]?: Value } {
    return this.#record[name] === undefined ? {} : ({ [name]: read(name) } as { [key in Name]: Value });
  }
}

/** A JSON object as one line with its version, for `readStored`. */
export function writeStored(version: number, value: object): Uint8Array {
  return Buffer.from(`${JSON.stringify({ version, ...value })}\n`);
}

/** Reads one JSON object of a known version. */
export function readStored<Value>(
  text: string,
  version: number,
  read: (fields: StoredFields) => Value,
): StoredResult<Value> {
  const record = parseJson(text);
  if (record === undefined) return damaged('not JSON');
  if (!isRecord(record)) return damaged('not a JSON object');
  const fields = new StoredFields(record);
  try {
    const found = fields.whole('version');
    if (found > version)
      return failure({ kind: 'newer', version: found, ...asFarAsKnown(() => read(fields)) });
    if (found < 1) throw new DamagedField('version', 'is unknown');
    return success(read(fields));
  } catch (error) {
    if (error instanceof DamagedField) return damaged(error.message);
    throw error;
  }
}

export function damaged(reason: string): StoredResult<never> {
  return failure({ kind: 'damaged', reason });
}

/** The value, or what this version can read of it if a newer version wrote it. */
export function knownValue<Value>(reading: StoredResult<Value>): Value | undefined {
  if (reading.ok) return reading.value;
  return reading.failure.kind === 'newer' ? reading.failure.value : undefined;
}

/** What a newer version writes in the same way as this one; nothing if it differs. */
function asFarAsKnown<Value>(read: () => Value): { value?: Value } {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof DamagedField) return {};
    throw error;
  }
}

export class DamagedField extends Error {
  constructor(name: string, what: string) {
    super(`"${name}" ${what}`);
  }
}
