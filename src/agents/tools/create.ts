import { checkDocument } from '../../dataset/document.ts';
import { outcomeOf } from '../../submission/batch/batch-results.ts';
import { describeOutcome, rowOf } from '../../submission/outcome-message.ts';
import { unknownOutcome } from '../../submission/outcome-table.ts';
import { createdId } from '../../submission/recorded-outcome.ts';
import { datasetIdOf } from '../../submission/state-message.ts';
import type { SubmissionOutcome } from '../../submission/submit.ts';
import type { inputSchemas } from '../definitions.ts';
import { versionOf } from '../document-input.ts';
import { type ToolResult, toolFailure, toolSuccess } from '../failure.ts';
import type { InputOf } from '../input-schema.ts';
import { cutText, resultLimits } from '../limits.ts';
import type { AgentDocument, AgentPorts, SubmittedDocument } from '../ports.ts';
import { countProblems, reportProblems, withProblems } from '../reports/problem-report.ts';

/** `dataset_create`: submits exactly the text that was validated, under the rules of the host. */
export async function create<Document extends AgentDocument>(
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
    const shown = withProblems(rest, 'problems', list, resultLimits.default - 1024);
    return toolFailure({ kind: 'invalid-document', outcome: 'invalid', file, problems: [], ...shown });
  }
  if (signal.aborted) return toolFailure({ kind: 'cancelled-call' });
  const submitted = await submissions.submit({ document, checked, environment, signal });
  return submitted.ok
    ? resultOf(submitted.value, (message) => submissions.nameSettings(message))
    : toolFailure(submitted.failure);
}

/** Longer IDs are not IDs. The response is in the journal. */
const maxIdLength = 1000;

function resultOf(
  { environment, result }: SubmittedDocument,
  nameSettings: (message: string) => string,
): ToolResult {
  if (result.kind === 'invalid' || result.kind === 'done-before')
    throw new Error('What was validated is submitted, and in no batch.');
  const outcome = outcomeOf(result);
  const id = {
    ...('submissionId' in result && { submissionId: result.submissionId }),
    ...('unrecorded' in result &&
      result.unrecorded && { warning: unknownOutcome.unrecorded(result.unrecorded) }),
  };
  const { agent } = rowOf(outcome);
  if (agent === undefined) {
    const datasetId = createdId(outcome);
    return toolSuccess({
      outcome: outcome.kind,
      ...(datasetId !== undefined && { datasetId: cutText(datasetId, maxIdLength) }),
      ...id,
    });
  }
  return toolFailure({
    kind: agent,
    outcome: outcome.kind,
    environment,
    details: cutText(nameSettings(describeOutcome(outcome, environment).text), 2000),
    ...id,
    ...('earlier' in outcome && { earlier: describeEarlier(outcome) }),
  });
}

function describeEarlier({ earlier }: Extract<SubmissionOutcome, { earlier: unknown }>) {
  const { entry, state } = earlier;
  const datasetId = datasetIdOf(state);
  return {
    submissionId: entry.id,
    begunAt: entry.begunAt,
    outcome: state.kind,
    ...(datasetId !== undefined && { datasetId: cutText(datasetId, maxIdLength) }),
  };
}
