import { readDataset } from '../../app/check/check-data.ts';
import { checkPlanned, planChecks } from '../../app/check/check-entries.ts';
import { entriesNote, inputHint, readDataInput, skippedData } from '../data-input.ts';
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
  const located = await readDataInput(input, data);
  if (!located.ok) return located.failure;
  const { found, reading } = located.value;
  const plans = planChecks(
    found.files.map((file) => ({ file, entry: found.entries?.get(file.label) })),
    { dataset, table, allowExtraColumns, allowMissingColumns, decimalType },
  );
  if (!plans.ok) return toolFailure({ kind: 'no-entry', file: plans.failure.label });
  const datasets = new Map<string, unknown>();
  for (const file of new Set(plans.value.map((plan) => plan.dataset))) {
    const document = await documents.read(file);
    if (!document.ok) return toolFailure(document.failure);
    const read = await readDataset(document.value, checks);
    if (!read.ok) {
      const { kind, errors, text } = read.failure;
      const { reports } = await reportProblems(errors, text, document.value, checks);
      const problems = itemsWithin(reports, failureSize);
      return toolFailure({ kind, file, counts: countProblems(errors), problems });
    }
    datasets.set(file, read.value);
  }
  const result = await checkPlanned(
    plans.value,
    found.files.map(({ label }) => label),
    (file) => datasets.get(file),
    { reading, hint: inputHint, signal, onProgress },
    data.read,
  );
  if (result.ok) {
    const { fits, tables, tablesWithoutData } = result.value;
    const findings = [...result.value.findings];
    const truncated = () =>
      `Truncated: not all of ${findings.length} findings and ${tables.length} tables are shown. Call dataset_check with fewer \`files\`, or ask the user to run dataset-studio check with --max-problems.`;
    const lists = { findings, tables, tablesWithoutData };
    const note = entriesNote(found);
    const head = { fits, ...(note && { note }), ...skippedData(found) };
    return toolSuccess(withLists(head, lists, truncated, { bytes: resultLimits.long }));
  }
  const { failure } = result.failure;
  return toolFailure(
    failure.kind === 'cancelled'
      ? { kind: 'cancelled-call' }
      : { kind: 'no-such-table', tables: itemsWithin(failure.tables, failureSize) },
  );
}
