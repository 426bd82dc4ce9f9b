import { classify } from '../../columns/classify.ts';
import { IsoDateReader } from '../../columns/iso-date.ts';
import { dataKinds } from '../../columns/kinds.ts';
import type { NullTexts } from '../../columns/null-texts.ts';
import { byte, type Dialect } from './dialect.ts';
import type { DelimitedRecord } from './record.ts';

/** Whether a first record is a header: no cell of it reads as a number, a date or a boolean, quoted or not. */
export function isHeader(
  bytes: Uint8Array,
  { fields }: DelimitedRecord,
  { delimiter }: Dialect,
  nulls: NullTexts,
): boolean {
  const dates = new IsoDateReader();
  const isComma = delimiter === byte.comma;
  return !fields.some(({ start, end, hasEscapes, isMalformed }) => {
    if (start === end || hasEscapes || isMalformed || nulls.isEmpty(nulls.find(bytes, start, end)))
      return false;
    return (classify(bytes, start, end, isComma, dates) & dataKinds) !== 0;
  });
}
