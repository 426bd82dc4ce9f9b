import type { RandomAccess } from '../../bytes/random-access.ts';
import { declaredTable } from '../../columns/declared-column.ts';
import { checkMetadataLength, damaged } from '../../inference-error.ts';
import type { FormatInput, ProfiledTable } from '../data-format.ts';
import { readAvroSchema } from './avro-schema.ts';

/** Reads the header of an Avro object container file, which has its schema. */
export async function readAvro(input: FormatInput): Promise<readonly ProfiledTable[]> {
  const schema = await new AvroHeader(await input.openBytes('Avro')).schema();
  const columns = readAvroSchema(parse(schema), input.checkpoint.budget);
  return declaredTable('avro', undefined, columns, input);
}

function parse(schema: string): unknown {
  try {
    return JSON.parse(schema);
  } catch {
    throw damaged('Avro');
  }
}

/**
 * The header (https://avro.apache.org/docs/1.12.0/specification/#object-container-files): `Obj`, 1, a map of bytes, a
 * marker of 16 bytes. Read in parts, as it says nowhere how long it is.
 */
class AvroHeader {
  readonly #source: RandomAccess;
  #bytes: Uint8Array = new Uint8Array(0);
  #position = 4;

  constructor(source: RandomAccess) {
    this.#source = source;
  }

  async schema(): Promise<string> {
    const start = await this.#take(0, 4);
    if (String.fromCharCode(...start) !== 'Obj\u0001') throw damaged('Avro');
    let schema: Uint8Array | undefined;
    for (;;) {
      let count = await this.#long();
      if (count === 0) break;
      if (count < 0) {
        count = -count;
        // The block's length in bytes, for readers that skip it.
        await this.#long();
      }
      for (let entry = 0; entry < count; entry++) {
        const key = new TextDecoder().decode(await this.#sized());
        const value = await this.#sized();
        if (key === 'avro.schema') schema = value;
      }
    }
    await this.#next(16);
    if (schema === undefined) throw damaged('Avro');
    return new TextDecoder().decode(schema);
  }

  async #sized(): Promise<Uint8Array> {
    return this.#next(await this.#long());
  }

  /** A zigzag number of variable length. */
  async #long(): Promise<number> {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const [byte = 0] = await this.#next(1);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) {
        const number = Number((value >> 1n) ^ -(value & 1n));
        if (!Number.isSafeInteger(number)) throw damaged('Avro');
        return number;
      }
    }
    throw damaged('Avro');
  }

  async #next(length: number): Promise<Uint8Array> {
    if (length < 0) throw damaged('Avro');
    const bytes = await this.#take(this.#position, length);
    this.#position += length;
    return bytes;
  }

  async #take(position: number, length: number): Promise<Uint8Array> {
    const end = position + length;
    if (end > this.#source.size) throw damaged('Avro');
    checkMetadataLength(end, 'Avro');
    if (end > this.#bytes.length) {
      const wanted = Math.max(64 * 1024, this.#bytes.length * 2, end);
      const bytes = await this.#source.read(0, Math.min(wanted, this.#source.size));
      if (bytes === undefined) throw damaged('Avro');
      this.#bytes = bytes;
    }
    return this.#bytes.subarray(position, end);
  }
}
