import { isRecord } from '../../../is-record.ts';
import { declaredTable } from '../../columns/declared-column.ts';
import { type DeclaredType, declared, namedType, withoutDataType } from '../../columns/declared-types.ts';
import type { FormatInput, ProfiledTable } from '../../data-format.ts';
import { checkTableCount, InferenceError } from '../../inference-error.ts';
import { isNarrower, typeOf } from '../../values/data-types.ts';
import { SkippedParts } from '../skipped-parts.ts';
import { dialectType } from '../sql/dialect-types.ts';
import { readTypeText } from '../sql/sql-columns.ts';
import { dialectNamed, type SqlDialect } from '../sql/sql-dialect.ts';
import { readDocument } from './read-document.ts';

/** Reads a data contract (https://bitol-io.github.io/open-data-contract-standard/v3.0.2/#schema): a table for each object. */
export async function readOdcs(input: FormatInput): Promise<readonly ProfiledTable[]> {
  const contract = await readDocument(input, 'ODCS');
  const objects = Array.isArray(contract.schema) ? contract.schema.filter(isRecord) : [];
  const servers = Array.isArray(contract.servers) ? contract.servers.filter(isRecord) : [];
  // The dialect is certain if all servers have the same one.
  const [server, ...others] = new Set(servers.map(({ type }) => type));
  const dialect = dialectNamed(others.length === 0 ? server : undefined);
  const tables: ProfiledTable[] = [];
  const skipped = new SkippedParts(input);
  for (const { name = contract.name, properties } of objects) {
    const table = typeof name === 'string' ? name : undefined;
    if (table !== undefined && !input.chosen.has(table)) continue;
    const columns = (Array.isArray(properties) ? properties : [])
      .filter(isRecord)
      .map((property) => columnOf(property, dialect));
    if (columns.length > 0) tables.push(...declaredTable('odcs', undefined, columns, input, table));
    else skipped.add('empty table', table ?? '?');
    checkTableCount(tables.length);
  }
  input.onContents({ skipped: skipped.list });
  if (tables.length > 0) return tables;
  input.chosen.of([]);
  throw new InferenceError({ kind: 'no-schema' });
}

function columnOf(property: Readonly<Record<string, unknown>>, dialect: SqlDialect) {
  const [name = '', logical, physical] = ['name', 'logicalType', 'physicalType'].map((key) => {
    const value = property[key];
    return typeof value === 'string' ? value : undefined;
  });
  const logicalType = logical === undefined ? undefined : (namedType(logical) ?? withoutDataType(logical));
  const sqlType = physical === undefined ? undefined : readTypeText(physical);
  const type = narrowerType(logicalType, sqlType && dialectType(sqlType, dialect)) ?? declared.undeclared;
  return { path: [name], sourceType: physical ?? logical, ...type };
}

/** The narrower one of two types that both allow. A text can hold anything, unless it has a form of its own, such as a time. */
function narrowerType(
  logical: DeclaredType | undefined,
  physical: DeclaredType | undefined,
): DeclaredType | undefined {
  const outer = typeOf(logical?.kinds ?? 0);
  const inner = typeOf(physical?.kinds ?? 0);
  if (logical === undefined || outer === undefined) return physical;
  const isUnclear =
    physical?.note?.kind === 'numbers-without-precision' || physical?.note?.kind === 'unknown-type';
  if (inner === undefined || physical === declared.text || (isUnclear && isNarrower(outer, inner)))
    return logical;
  if (inner === 'string' || isNarrower(inner, outer)) return physical;
  return isNarrower(outer, inner) ? logical : declared.several;
}
