import { isRecord } from '../../../text/is-record.ts';
import {
  type DeclaredType,
  declared,
  declaredTable,
  withoutDataType,
} from '../../columns/declared-column.ts';
import { checkTableCount, InferenceError } from '../../inference-error.ts';
import type { FormatInput, ProfiledTable } from '../data-format.ts';
import { readDocument } from './read-document.ts';

/** Reads a data contract (https://bitol-io.github.io/open-data-contract-standard/v3.0.2/#schema): a table for each object. */
export async function readOdcs(input: FormatInput): Promise<readonly ProfiledTable[]> {
  const contract = await readDocument(input, 'ODCS');
  const objects = Array.isArray(contract.schema) ? contract.schema.filter(isRecord) : [];
  checkTableCount(objects.length);
  const tables: ProfiledTable[] = [];
  const empty: string[] = [];
  for (const { name = contract.name, properties } of objects) {
    const columns = (Array.isArray(properties) ? properties : []).filter(isRecord).map(columnOf);
    const table = typeof name === 'string' ? name : undefined;
    if (columns.length > 0) tables.push(...declaredTable('odcs', undefined, columns, input, table));
    else empty.push(table ?? '');
  }
  const skipped = { what: 'empty table', count: empty.length, names: empty };
  input.onContents({ skipped: empty.length > 0 ? [skipped] : [] });
  if (tables.length === 0) throw new InferenceError({ kind: 'no-schema' });
  return tables;
}

function columnOf({ name, logicalType, physicalType }: Readonly<Record<string, unknown>>) {
  const sourceType = [physicalType, logicalType].find((type) => typeof type === 'string');
  const type = logicalType === undefined ? declared.undeclared : types.get(logicalType);
  return {
    path: [String(name ?? '')],
    sourceType,
    ...(type ?? withoutDataType(String(logicalType))),
  };
}

const types: ReadonlyMap<unknown, DeclaredType> = new Map<unknown, DeclaredType>([
  ['integer', declared.integer],
  ['number', declared.fraction],
  ['boolean', declared.boolean],
  ['date', declared.date],
  ['timestamp', declared.date],
  ['string', declared.text],
  ['array', declared.list],
  ['object', declared.map],
]);
