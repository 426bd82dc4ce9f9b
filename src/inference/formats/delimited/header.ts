import { classify } from '../../values/classify.ts';
import { IsoDateReader } from '../../values/iso-date.ts';
import { dataKinds } from '../../values/kinds.ts';
import type { NullTexts } from '../../values/null-texts.ts';
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
