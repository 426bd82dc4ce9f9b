import { checkDocument } from '../../dataset/document.ts';
import { describeUnrecorded } from '../../submission/journal/failure-message.ts';
import { describeOutcome } from '../../submission/outcome-message.ts';
import { datasetIdOf } from '../../submission/records/message.ts';
import type { SubmissionOutcome } from '../../submission/submit.ts';
import type { inputSchemas } from '../definitions.ts';
import type { OutcomeFailure } from '../failure.ts';
import type { InputOf } from '../input-schema.ts';
import { cutText, resultLimits } from '../limits.ts';
import type {
  AgentDocument,
  DocumentPort,
  SubmissionPort,
  SubmittedDocument,
  TextCheckPort,
} from '../ports.ts';
import { countProblems, reportProblems, withProblems } from '../reports/problem-report.ts';
import { type ToolResult, toolFailure, toolSuccess } from '../result.ts';
import { versionOf } from '../version.ts';

export interface CreatePorts<Document extends AgentDocument> {
  readonly documents: DocumentPort<Document>;
  readonly checks: TextCheckPort;
  readonly submissions: SubmissionPort<Document>;
}

/** `dataset_create`: submits exactly the text that was validated, under the rules of the host. */
export async function create<Document extends AgentDocument>(
  { file, environment, expectedVersion }: InputOf<typeof inputSchemas.dataset_create>,
  { documents, checks, submissions }: CreatePorts<Document>,
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
  return submitted.ok ? resultOf(submitted.value) : toolFailure(submitted.failure);
}

/** Longer IDs are not IDs. The response is in the journal. */
const maxIdLength = 1000;

function resultOf({ environment, outcome, submissionId, unrecorded }: SubmittedDocument): ToolResult {
  const id = {
    ...(submissionId !== undefined && { submissionId }),
    ...(unrecorded && { warning: describeUnrecorded(unrecorded) }),
  };
  if (isSuccess(outcome)) {
    const { datasetId } = outcome;
    return toolSuccess({
      outcome: outcome.outcome,
      ...(datasetId !== undefined && { datasetId: cutText(datasetId, maxIdLength) }),
      ...id,
    });
  }
  return toolFailure({
    kind: failureKindOf(outcome),
    outcome: outcome.outcome,
    environment,
    details: cutText(describeOutcome(outcome, environment).text, 2000),
    ...id,
    ...('earlier' in outcome && { earlier: describeEarlier(outcome) }),
  });
}

type Success = Extract<SubmissionOutcome, { outcome: 'created' | 'accepted' }>;

function isSuccess(outcome: SubmissionOutcome): outcome is Success {
  return outcome.outcome === 'created' || outcome.outcome === 'accepted';
}

function failureKindOf(outcome: Exclude<SubmissionOutcome, Success>): OutcomeFailure['kind'] {
  switch (outcome.outcome) {
    case 'rejected':
    case 'cancelled':
      return outcome.outcome;
    case 'unknown':
      return 'unknown-outcome';
    case 'not-sent':
      return notSentKindOf(outcome);
  }
}

function notSentKindOf(
  outcome: Extract<SubmissionOutcome, { readonly outcome: 'not-sent' }>,
): OutcomeFailure['kind'] {
  switch (outcome.reason) {
    case 'subscription-key':
      return 'no-subscription-key';
    case 'token':
      return 'not-signed-in';
    case 'journal':
      return 'journal-failed';
    case 'connection':
      return 'not-sent';
    case 'earlier':
      switch (outcome.earlier.state.outcome) {
        case 'in-flight':
          return 'in-flight';
        case 'unknown':
          return 'earlier-unknown';
        default:
          return 'duplicate';
      }
  }
}

function describeEarlier({ earlier }: Extract<SubmissionOutcome, { earlier: unknown }>) {
  const { entry, state } = earlier;
  const datasetId = datasetIdOf(state);
  return {
    submissionId: entry.id,
    begunAt: entry.begunAt,
    outcome: state.outcome,
    ...(datasetId !== undefined && { datasetId: cutText(datasetId, maxIdLength) }),
  };
}
