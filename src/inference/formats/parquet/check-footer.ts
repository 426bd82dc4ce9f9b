import { damaged, InferenceError } from '../../inference-error.ts';
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

/**
 * Checks that a footer is well-formed Thrift (compact protocol) before it is parsed: that no length lies, that numbers
 * have at most ten bytes, and that there are not so many values that they would fill the memory. A number without an
 * end would take quadratic time, and a list says how long it is before its elements come.
 */
export function checkFooter(bytes: Uint8Array): void {
  const end = new FooterChecker(bytes).struct(0, 0);
  if (end > bytes.length) throw damaged('Parquet');
}

class FooterChecker {
  readonly #bytes: Uint8Array;
  #weight = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Returns where the structure ends. */
  struct(start: number, depth: number): number {
    let i = start;
    for (;;) {
      const header = this.#bytes[i++];
      if (header === undefined) throw damaged('Parquet');
      if ((header & 0x0f) === type.stop) return i;
      if (header >> 4 === 0) i = this.#numberEnd(i);
      i = this.#value(header & 0x0f, i, depth);
    }
  }

  #value(valueType: number, start: number, depth: number): number {
    if (depth > deepest) throw damaged('Parquet');
    this.#weight += weightOf(valueType);
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
        throw damaged('Parquet');
    }
  }

  #list(start: number, depth: number): number {
    const header = this.#bytes[start];
    if (header === undefined) throw damaged('Parquet');
    const isLong = header >> 4 === 15;
    const length = isLong ? this.#length(start + 1) : header >> 4;
    const elementType = header & 0x0f;
    let i = isLong ? this.#numberEnd(start + 1) : start + 1;
    // Each element has a byte at least.
    if (length > this.#bytes.length - i) throw damaged('Parquet');
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
    throw damaged('Parquet');
  }

  /** A length, which has at most 31 bits and is within the footer. */
  #length(start: number): number {
    let length = 0;
    const end = this.#numberEnd(start);
    for (let i = end - 1; i >= start; i--) length = length * 128 + ((this.#bytes[i] as number) & 0x7f);
    if (length > this.#bytes.length) throw damaged('Parquet');
    return length;
  }
}

/** In memory a number of 64 bits, bytes and a structure take more than others, relative to a small number. */
function weightOf(valueType: number): number {
  switch (valueType) {
    case type.i64:
      return 4;
    case type.binary:
      return 16;
    case type.struct:
    case type.list:
      return 20;
    default:
      return 1;
  }
}
