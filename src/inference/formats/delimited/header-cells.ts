import { limits } from '../../inference-limits.ts';
import { copyValue } from '../../values/values.ts';
import type { Dialect, Field } from './dialect.ts';

/** The bytes of a header's cell, whole: its limit is that of a record. */
export function cellBytes(
  bytes: Uint8Array,
  { start, end, hasEscapes }: Field,
  { quoteEscape }: Dialect,
): Uint8Array {
  return copyValue(bytes, start, end, hasEscapes ? quoteEscape : 'none', limits.recordBytes);
}
