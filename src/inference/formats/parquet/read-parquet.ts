import type { FileMetaData } from 'hyparquet';
import { parquetMetadata } from 'hyparquet/src/metadata.js';
import { type RandomAccess, viewOf } from '../../bytes/random-access.ts';
import { type DeclaredColumn, declaredTable } from '../../columns/declared-column.ts';
import type { FormatInput, ProfiledTable } from '../../data-format.ts';
import { checkMetadataLength, damagedData, InferenceError } from '../../inference-error.ts';
import { kind } from '../../values/kinds.ts';
import { checkFooter } from './check-footer.ts';
import { ColumnStatistics } from './column-statistics.ts';
import { readSchema } from './parquet-schema.ts';

/** Reads the footer of a Parquet file: its schema, and the statistics of its row groups. */
export async function readParquet(input: FormatInput): Promise<readonly ProfiledTable[]> {
  const metadata = await readMetadata(await input.openBytes('Parquet'));
  const statistics = new ColumnStatistics(metadata);
  const columns = readSchema(metadata.schema).map(
    ({ path, leaf, kinds, note, element }): DeclaredColumn => ({
      path,
      kinds,
      ...(note !== undefined && { note }),
      ...(leaf !== undefined && statistics.of(leaf, element)),
      ...(leaf !== undefined && note?.kind === 'wide-integers' && statistics.isBeyondInt64(leaf)
        ? { kinds: kinds | kind.bigInteger }
        : {}),
    }),
  );
  return declaredTable('parquet', statistics.rows, columns, input);
}

/** https://parquet.apache.org/docs/file-format/: … metadata, its length in four bytes, `PAR1`. */
async function readMetadata(bytes: RandomAccess): Promise<FileMetaData> {
  const tail = await bytes.read(bytes.size - 8, 8);
  const magic = String.fromCharCode(...tail.subarray(4));
  if (magic === 'PARE') throw new InferenceError({ kind: 'encrypted', format: 'Parquet' });
  const length = viewOf(tail).getUint32(0, true);
  if (magic !== 'PAR1' || length > bytes.size - 12) throw damagedData('Parquet');
  checkMetadataLength(length, 'Parquet');
  const footer = await bytes.read(bytes.size - 8 - length, length + 8);
  const checked = checkFooter(footer.subarray(0, length));
  const needed = new Uint8Array(checked.length + 8);
  needed.set(checked);
  needed.set(tail, checked.length);
  viewOf(needed).setUint32(checked.length, checked.length, true);
  try {
    return parquetMetadata(needed.buffer, { geoparquet: false, parsers });
  } catch {
    // Well-formed Thrift, but not what a footer must have.
    throw damagedData('Parquet');
  }
}

/** Statistics as they are, without a loss; a date in a footer may be any number. */
const parsers = {
  timestampFromMilliseconds: (value: bigint) => value,
  timestampFromMicroseconds: (value: bigint) => value,
  timestampFromNanoseconds: (value: bigint) => value,
  dateFromDays: (days: number) => days,
  stringFromBytes: () => undefined,
  jsonFromBytes: () => undefined,
  geometryFromBytes: () => undefined,
  geographyFromBytes: () => undefined,
  uuidFromBytes: () => undefined,
};
