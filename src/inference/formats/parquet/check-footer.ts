import { damagedData, InferenceError } from '../../inference-error.ts';
import { limits } from '../../inference-limits.ts';

/** Types of Thrift's compact protocol. */
const type = {
  stop: 0,
  true: 1,
  false: 2,
  byte: 3,
  i16: 4,
  i32: 5,
  i64: 6,
  double: 7,
  binary: 8,
  list: 9,
  struct: 12,
} as const;

/** Parquet's own structures are at most eight levels deep. */
const deepest = 32;

/** The number of the field of a footer with texts of its writer, by their names. */
const keyValueField = 5;

/**
 * Checks that a footer is well-formed Thrift (compact protocol) before it is parsed: that no length lies, that numbers
 * have at most ten bytes, and that there are not so many values that they would fill the memory. A number without an
 * end would take quadratic time, and a list says how long it is before its elements come. Returns the footer without what
 * its writer noted: some writers note what is no text, and nothing of it is needed.
 */
export function checkFooter(bytes: Uint8Array): Uint8Array {
  const checker = new FooterChecker(bytes);
  const end = checker.struct(0, 0);
  if (end > bytes.length) throw damagedData('Parquet');
  const { keyValues } = checker;
  if (keyValues === undefined) return bytes;
  const needed = bytes.slice(0, bytes.length - (keyValues.end - keyValues.start) + 1);
  // A list of no structures.
  needed[keyValues.start] = type.struct;
  needed.set(bytes.subarray(keyValues.end), keyValues.start + 1);
  return needed;
}

class FooterChecker {
  /** Where the list of the writer's own texts is. */
  keyValues: { readonly start: number; readonly end: number } | undefined;
  readonly #bytes: Uint8Array;
  #weight = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Returns where the structure ends. */
  struct(start: number, depth: number): number {
    let i = start;
    for (let field = 0; ; ) {
      const header = this.#bytes[i++];
      if (header === undefined) throw damagedData('Parquet');
      const fieldType = header & 0x0f;
      if (fieldType === type.stop) return i;
      field += header >> 4;
      if (header >> 4 === 0) {
        // Zigzag, and in one byte.
        field = (this.#bytes[i] ?? 0) >> 1;
        i = this.#numberEnd(i);
      }
      const valueStart = i;
      i = this.#value(fieldType, i, depth);
      if (depth === 0 && field === keyValueField && fieldType === type.list)
        this.keyValues ??= { start: valueStart, end: i };
    }
  }

  #value(valueType: number, start: number, depth: number): number {
    if (depth > deepest) throw damagedData('Parquet');
    this.#weight += weights[valueType] ?? 1;
    if (this.#weight > limits.metadataWeight)
      throw new InferenceError({ kind: 'metadata-too-large', format: 'Parquet' });
    switch (valueType) {
      case type.true:
      case type.false:
        return start;
      case type.byte:
        return start + 1;
      case type.i16:
      case type.i32:
      case type.i64:
        return this.#numberEnd(start);
      case type.double:
        return start + 8;
      case type.binary:
        return this.#numberEnd(start) + this.#length(start);
      case type.list:
        return this.#list(start, depth);
      case type.struct:
        return this.struct(start, depth + 1);
      default:
        throw damagedData('Parquet');
    }
  }

  #list(start: number, depth: number): number {
    const header = this.#bytes[start];
    if (header === undefined) throw damagedData('Parquet');
    const isLong = header >> 4 === 15;
    const length = isLong ? this.#length(start + 1) : header >> 4;
    const elementType = header & 0x0f;
    let i = isLong ? this.#numberEnd(start + 1) : start + 1;
    // Each element has a byte at least.
    if (length > this.#bytes.length - i) throw damagedData('Parquet');
    const isBoolean = elementType === type.true || elementType === type.false;
    for (let element = 0; element < length; element++)
      i = this.#value(isBoolean ? type.byte : elementType, i, depth + 1);
    return i;
  }

  #numberEnd(start: number): number {
    for (let i = start; i < start + 10; i++) {
      const byte = this.#bytes[i];
      if (byte === undefined) break;
      if (byte < 0x80) return i + 1;
    }
    throw damagedData('Parquet');
  }

  /** A length, which has at most 31 bits and is within the footer. */
  #length(start: number): number {
    let length = 0;
    const end = this.#numberEnd(start);
    for (let i = end - 1; i >= start; i--) length = length * 128 + ((this.#bytes[i] as number) & 0x7f);
    if (length > this.#bytes.length) throw damagedData('Parquet');
    return length;
  }
}

/** What values take in memory relative to a small number. */
const weights: Readonly<Record<number, number>> = {
  [type.i64]: 4,
  [type.binary]: 16,
  [type.list]: 20,
  [type.struct]: 20,
};
