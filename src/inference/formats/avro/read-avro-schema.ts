import { declaredTable } from '../../columns/declared-column.ts';
import { InferenceError } from '../../inference-error.ts';
import type { FormatInput, ProfiledTable } from '../data-format.ts';
import { readDocument } from '../schemas/read-document.ts';
import { readAvroSchema } from './avro-schema.ts';

/** Reads a file with the schema of a record. */
export async function readAvroSchemaFile(input: FormatInput): Promise<readonly ProfiledTable[]> {
  const schema = await readDocument(input, 'Avro');
  if (schema.type !== 'record') throw new InferenceError({ kind: 'no-schema' });
  const columns = readAvroSchema(schema, input.checkpoint.budget);
  input.onContents({ skipped: [] });
  return declaredTable('avro-schema', undefined, columns, input, String(schema.name ?? '') || undefined);
}
