import { parseJson } from '../../../text/parse-json.ts';
import { ByteWindow } from '../../bytes/byte-window.ts';
import { declaredTable } from '../../columns/declared-column.ts';
import type { FormatInput, ProfiledTable } from '../../data-format.ts';
import { checkMetadataLength, damagedData, InferenceError } from '../../inference-error.ts';
import { limits } from '../../inference-limits.ts';
import { readDocument } from '../schemas/read-document.ts';
import { readAvroSchema } from './avro-schema.ts';

/** Reads the header of an Avro object container file, which has its schema. */
export async function readAvro(input: FormatInput): Promise<readonly ProfiledTable[]> {
  const schema = parseJson(await new AvroHeader(new ByteWindow(input.chunks, input.checkpoint)).schema());
  if (schema === undefined) throw damagedData('Avro');
  return declaredTable('avro', undefined, readAvroSchema(schema, input.checkpoint.budget), input);
}

/** Reads a file with the schema of a record. */
export async function readAvroSchemaFile(input: FormatInput): Promise<readonly ProfiledTable[]> {
  const schema = await readDocument(input, 'Avro');
  if (schema.type !== 'record') throw new InferenceError({ kind: 'no-schema' });
  const columns = readAvroSchema(schema, input.checkpoint.budget);
  input.onContents({ skipped: [] });
  const name = typeof schema.name === 'string' && schema.name !== '' ? schema.name : undefined;
  return declaredTable('avro-schema', undefined, columns, input, name);
}

/**
 * The header (https://avro.apache.org/docs/1.12.0/specification/#object-container-files): `Obj`, 1, a map of bytes, a
 * marker of 16 bytes. It says nowhere how long it is.
 */
class AvroHeader {
  readonly #window: ByteWindow;

  constructor(window: ByteWindow) {
    this.#window = window;
  }

  async schema(): Promise<string> {
    if ((await this.#text(4)) !== 'Obj\u0001') throw damagedData('Avro');
    let schema: string | undefined;
    for (;;) {
      let count = await this.#long();
      if (count === 0) break;
      if (count < 0) {
        count = -count;
        // The block's length in bytes, for readers that skip it.
        await this.#long();
      }
      for (let entry = 0; entry < count; entry++) {
        const key = await this.#text(await this.#long());
        const value = await this.#text(await this.#long());
        if (key === 'avro.schema') schema = value;
      }
    }
    await this.#next(16);
    if (schema === undefined) throw damagedData('Avro');
    return schema;
  }

  async #text(length: number): Promise<string> {
    return new TextDecoder().decode(await this.#next(length));
  }

  /** A zigzag number of variable length. */
  async #long(): Promise<number> {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const [byte = 0] = await this.#next(1);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) {
        const number = Number((value >> 1n) ^ -(value & 1n));
        if (!Number.isSafeInteger(number)) throw damagedData('Avro');
        return number;
      }
    }
    throw damagedData('Avro');
  }

  /** Valid until more is read. */
  async #next(length: number): Promise<Uint8Array> {
    const window = this.#window;
    await window.atLeast(Math.min(length, limits.metadataBytes));
    const { start } = window;
    window.start += length;
    if (length < 0 || (window.isLast && window.start > window.end)) throw damagedData('Avro');
    checkMetadataLength(window.position + window.start, 'Avro');
    return window.bytes.subarray(start, window.start);
  }
}
