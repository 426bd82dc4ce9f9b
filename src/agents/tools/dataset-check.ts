import { checkData, readDataset } from '../../app/check/check-data.ts';
import { inputHint, readDataInput, skippedData } from '../data-input.ts';
import type { inputSchemas } from '../definitions.ts';
import { type ToolResult, toolFailure, toolSuccess } from '../failure.ts';
import type { InputOf } from '../input-schema.ts';
import { itemsWithin, resultLimits, withLists } from '../limits.ts';
import type { AgentPorts, OnProgress } from '../ports.ts';
import { countProblems, reportProblems } from '../problem-report.ts';

/** Bytes of the names and problems that a failure lists. */
const failureSize = 4 * 1024;

/** `dataset_check`. */
export async function datasetCheck(
  {
    dataset,
    table,
    allowExtraColumns,
    allowMissingColumns,
    decimalType,
    ...input
  }: InputOf<typeof inputSchemas.dataset_check>,
  { documents, checks, data }: Pick<AgentPorts, 'documents' | 'checks' | 'data'>,
  signal: AbortSignal,
  onProgress?: OnProgress,
): Promise<ToolResult> {
  const document = await documents.read(dataset);
  if (!document.ok) return toolFailure(document.failure);
  const read = await readDataset(document.value, checks);
  if (!read.ok) {
    const { kind, errors, text } = read.failure;
    const { reports } = await reportProblems(errors, text, document.value, checks);
    return toolFailure({
      kind,
      file: dataset,
      counts: countProblems(errors),
      problems: itemsWithin(reports, failureSize),
    });
  }
  const located = await readDataInput(input, data);
  if (!located.ok) return located.failure;
  const { found, reading } = located.value;
  const result = await checkData(
    found.files,
    read.value,
    {
      table,
      allowExtraColumns,
      allowMissingColumns,
      decimalType,
      reading,
      hint: inputHint,
      signal,
      onProgress,
    },
    data.read,
  );
  if (result.ok) {
    const { fits, tables, tablesWithoutData } = result.value;
    const findings = [...result.value.findings];
    const truncated = () =>
      `Truncated: not all of ${findings.length} findings and ${tables.length} tables are shown. Call dataset_check with fewer \`files\`, or ask the user to run dataset-studio check with --max-problems.`;
    const lists = { findings, tables, tablesWithoutData };
    const head = { fits, ...skippedData(found) };
    return toolSuccess(withLists(head, lists, truncated, { bytes: resultLimits.long }));
  }
  return toolFailure(
    result.failure.kind === 'cancelled'
      ? { kind: 'cancelled-call' }
      : { kind: 'no-such-table', tables: itemsWithin(result.failure.tables, failureSize) },
  );
}
