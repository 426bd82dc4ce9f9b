import { createResultOf } from '../../app/submissions/create-datasets.ts';
import { checkDocument } from '../../dataset/document.ts';
import { type DocumentResult, isSubmission } from '../../submission/batch/batch-results.ts';
import type { JournalRecord } from '../../submission/journal/journal.ts';
import { describeOutcome, type MessageOptions, rowOf } from '../../submission/outcome-message.ts';
import { unknownOutcome } from '../../submission/outcome-table.ts';
import { earlierOf } from '../../submission/recorded-outcome.ts';
import { describeOthers, recordedDatasetId } from '../../submission/state-message.ts';
import type { SubmissionOutcome } from '../../submission/submit.ts';
import type { inputSchemas } from '../definitions.ts';
import { versionOf } from '../document-input.ts';
import { type ToolResult, toolFailure, toolSuccess } from '../failure.ts';
import type { InputOf } from '../input-schema.ts';
import { cutText, resultLimits } from '../limits.ts';
import type { AgentDocument, AgentPorts } from '../ports.ts';
import { countProblems, reportProblems, withinBytes } from '../problem-report.ts';

/** `dataset_create`: submits exactly the text that was validated, under the rules of the host. */
export async function datasetCreate<Document extends AgentDocument>(
  { file, environment, expectedVersion }: InputOf<typeof inputSchemas.dataset_create>,
  {
    documents,
    checks,
    submissions,
  }: Required<Pick<AgentPorts<Document>, 'documents' | 'checks' | 'submissions'>>,
  signal: AbortSignal,
): Promise<ToolResult> {
  const refusal = submissions.refusal();
  if (refusal) return toolFailure(refusal);
  const reading = await documents.read(file);
  if (!reading.ok) return toolFailure(reading.failure);
  const document = reading.value;
  if ((await versionOf(document.content)) !== expectedVersion)
    return toolFailure({ kind: 'version-changed', file });

  const checked = await checkDocument(document.content, document.format, document.settings);
  if (!checked.valid) {
    const { problems } = checked;
    const text = new TextDecoder().decode(document.content);
    const list = await reportProblems(problems, text, document, checks);
    const rest = { counts: countProblems(problems) };
    const shown = withinBytes(rest, 'problems', list, resultLimits.default - 1024);
    return toolFailure({ kind: 'invalid-document', outcome: 'invalid', file, problems: [], ...shown });
  }
  if (signal.aborted) return toolFailure({ kind: 'cancelled-call' });
  const submitted = await submissions.submit({ document, checked, environment, signal });
  if (!submitted.ok) return toolFailure(submitted.failure);
  const { end, environment: target, results } = submitted.value;
  const [result] = results.values();
  if (end === 'declined' || target === undefined) return toolFailure({ kind: 'declined' });
  if (result?.kind === 'unchanged')
    return toolSuccess({ ...createResultOf(result), warning: warningOf(result) });
  // The rules changed since the document was checked.
  if (!result || !isSubmission(result)) return toolFailure({ kind: 'version-changed', file });
  return resultOf(result, target.name, submissions.settingNames);
}

function warningOf(result: DocumentResult): string | undefined {
  const unrecorded = isSubmission(result) && result.unrecorded;
  const words = unrecorded ? [unknownOutcome.unrecorded(unrecorded)] : [];
  return [...words, ...describeOthers(result.found ?? {})].join(' ') || undefined;
}

function resultOf(
  outcome: SubmissionOutcome,
  environment: string,
  names: MessageOptions['names'],
): ToolResult {
  const result = { ...createResultOf(outcome), warning: warningOf(outcome) };
  const { agent } = rowOf(outcome);
  const earlier = earlierOf(outcome);
  if (agent === undefined) return toolSuccess(result);
  return toolFailure({
    kind: agent,
    environment,
    details: cutText(describeOutcome(outcome, environment, { names }).text, 2000),
    ...result,
    earlier: earlier && describeEarlier(earlier),
  });
}

function describeEarlier({ entry, state }: JournalRecord) {
  const datasetId = recordedDatasetId(state);
  return {
    submissionId: entry.id,
    begunAt: entry.begunAt,
    outcome: state.kind,
    ...(datasetId !== undefined && { datasetId }),
  };
}
