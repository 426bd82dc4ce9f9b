import { createResultOf } from '../../app/submissions/create-datasets.ts';
import type { Change } from '../../comparison/change.ts';
import { changeRecords } from '../../comparison/write-changes.ts';
import type { Environment } from '../../environments/environment.ts';
import { responseText } from '../../gateway/presentation/exchange-text.ts';
import { type DocumentResult, isSubmission } from '../../submission/batch/batch-results.ts';
import type { Journal, JournalRecord } from '../../submission/journal/journal.ts';
import { describeOutcome, rowOf } from '../../submission/outcome-message.ts';
import { type NextStep, outcomeTable, unknownOutcome } from '../../submission/outcome-table.ts';
import { earlierOf, responseOf } from '../../submission/recorded-outcome.ts';
import {
  recordedDatasetId,
  recordedResponse,
  recordedStatus,
  showUtc,
} from '../../submission/state-message.ts';
import type { SubmissionOutcome } from '../../submission/submit.ts';
import { parseJson } from '../../text/parse-json.ts';
import { plainText } from '../../text/plain-text.ts';
import { type ExitCode, exitCode } from '../command.ts';
import { variableNames } from '../environment-variables.ts';
import { note, type Terminal } from '../terminal.ts';
import { ExactJson } from './json-text.ts';
import { jsonOfRecord, otherFacts, otherLines } from './recorded-facts.ts';

/** How results are reported. */
export interface ReportOptions {
  readonly environment: Environment;
  readonly terminal: Terminal;
  /** Standard output belongs to the JSON. */
  readonly json: boolean;
  readonly several: boolean;
  /** Whether there is a journal that outlives the command. */
  readonly journaled: boolean;
  /** As `--journal` or its variable names it. */
  readonly journalFolder: string | undefined;
  readonly journal: Pick<Journal, 'body'>;
}

/** The dataset that a document had until it was created now. */
export function previousOf({ kind, found }: DocumentResult): JournalRecord | undefined {
  return kind === 'created' || kind === 'accepted' ? found?.previous : undefined;
}

export function codeOf(result: DocumentResult): ExitCode {
  if (result.kind === 'unchanged') return exitCode.done;
  if (result.kind === 'invalid') return outcomeTable.invalid.exitCode;
  return rowOf(result).exitCode;
}

const bySeverity: readonly ExitCode[] = [
  exitCode.unknown,
  exitCode.notSent,
  exitCode.noToken,
  exitCode.rejected,
  exitCode.invalidDocument,
  exitCode.cancelled,
];

/** The exit code for several documents: the first of 5, 6, 3, 4, 1 that occurs. */
export function combinedExitCode(codes: readonly ExitCode[]): ExitCode {
  return bySeverity.find((code) => codes.includes(code)) ?? exitCode.done;
}

/** Reports a result in a line: what happened, why, and what to do. */
export function reportResult(
  file: string,
  result: DocumentResult,
  { environment, terminal, json, several, journaled }: ReportOptions,
): void {
  const subject = several ? `${plainText(file)}: ` : '';
  if (result.kind === 'invalid') {
    terminal.error(`${subject}${invalidReason}\n`);
    return;
  }
  if (result.kind === 'unchanged') {
    const { entry, state } = result.earlier;
    const datasetId = plainText(recordedDatasetId(state) ?? '') || 'its ID is not known';
    const line = `${subject}Already created in ${environment.name} on ${showUtc(entry.begunAt)}: ${datasetId}\n`;
    if (json) note(terminal, line);
    else if (!terminal.isQuiet) terminal.out(line);
    note(terminal, otherLines(subject, result.found));
    return;
  }
  const { level } = rowOf(result);
  const line = `${subject}${describe(result, environment, journaled)}\n`;
  if (level !== 'info') terminal.error(line);
  else if (json) note(terminal, line);
  else if (!terminal.isQuiet) terminal.out(line);
  const previous = previousOf(result);
  if (previous && !terminal.isQuiet) {
    const { entry, state } = previous;
    const datasetId = plainText(recordedDatasetId(state) ?? '') || 'one without a known ID';
    const words = `${subject}Until now, its dataset was ${datasetId}, created on ${showUtc(entry.begunAt)}.\n`;
    if (json) note(terminal, words);
    else terminal.out(words);
  }
  if (result.unrecorded) terminal.error(`${subject}${unknownOutcome.unrecorded(result.unrecorded)}\n`);
  note(terminal, otherLines(subject, result.found));
}

/** Why nothing was sent of a document, for people and for scripts. */
export const invalidReason = 'The document has errors, so nothing was sent.';

/** What happened, why, and what to do, in sentences. */
function describe(outcome: SubmissionOutcome, environment: Environment, journaled: boolean): string {
  const { text, next } = describeOutcome(outcome, environment.name, { names: variableNames });
  // The message itself names what is wrong, if that is known.
  const advice = next && !text.includes('DATASET_') ? adviceOn(next, environment) : '';
  return [text, advice, adviceOnJournal(outcome, journaled)].filter((words) => words !== '').join(' ');
}

/** Names only the variables that are used. */
function adviceOn(next: NextStep, { authentication }: Environment): string {
  const { grantType, clientAuthentication } = authentication;
  switch (next) {
    case 'sign-in':
    case 'set-client-secret':
      if (grantType === 'token') return 'Check DATASET_ACCESS_TOKEN.';
      if (grantType === 'password') return 'Check DATASET_USERNAME, DATASET_PASSWORD, and DATASET_CLIENT_ID.';
      return clientAuthentication === 'none'
        ? 'Check DATASET_CLIENT_ID and the client assertion.'
        : 'Check DATASET_CLIENT_ID and DATASET_CLIENT_SECRET.';
    case 'set-subscription-key':
      return 'Check DATASET_SUBSCRIPTION_KEY.';
    case 'edit-environment':
      return grantType === 'client_credentials'
        ? 'Check DATASET_TOKEN_ENDPOINT or DATASET_ISSUER, DATASET_CLIENT_ID, and DATASET_SCOPES.'
        : 'Check DATASET_BASE_URL and DATASET_CLIENT_ID.';
    case 'try-again':
    case 'check-service':
      return '';
  }
}

function adviceOnJournal(outcome: SubmissionOutcome, journaled: boolean): string {
  const id = unknownSubmission(outcome);
  if (id !== undefined && journaled) return unknownOutcome.itsSubmission(id);
  return outcome.kind === 'unknown'
    ? 'With --journal DIR, such a submission is recorded and not sent again automatically.'
    : '';
}

/** The ID of the submission that has to be settled. */
export function unknownSubmission(outcome: SubmissionOutcome): string | undefined {
  const earlier = earlierOf(outcome);
  if (outcome.kind === 'unknown') return outcome.submissionId;
  return earlier?.state.kind === 'unknown' ? earlier.entry.id : undefined;
}

/**
 * `{ outcome, status, datasetId, response }`, why there is no dataset, and what the journal contains. Absent facts are null.
 */
export function jsonOf(
  result: DocumentResult,
  { environment, journaled }: Pick<ReportOptions, 'environment' | 'journaled'>,
  changes?: readonly Change[],
): Record<string, unknown> {
  if (result.kind === 'invalid') return jsonOfUntried('invalid', invalidReason);
  const { outcome, datasetId = null, submissionId = null } = createResultOf(result);
  const { status = null, text } = answerOf(result);
  const earlier = isSubmission(result) ? earlierOf(result) : undefined;
  const previous = previousOf(result);
  return {
    outcome,
    status,
    datasetId,
    response: text === undefined ? null : jsonOrText(text),
    // Where no dataset was created, or may not have been.
    ...(isSubmission(result) &&
      rowOf(result).agent !== undefined && { reason: describe(result, environment, journaled) }),
    ...(journaled ? { submissionId } : {}),
    earlier: earlier && jsonOfRecord(earlier),
    previous: previous && jsonOfRecord(previous),
    changes: previous && (changes ? changeRecords(changes) : null),
    ...otherFacts(result.found),
  };
}

/** As `jsonOf`, of a document that nothing was sent of. */
export function jsonOfUntried(outcome: 'invalid' | 'not-sent', reason: string): Record<string, unknown> {
  return { outcome, status: null, datasetId: null, response: null, reason };
}

/** What the gateway responded, as far as it is known. */
function answerOf(result: Exclude<DocumentResult, { kind: 'invalid' }>): {
  readonly status?: number;
  readonly text?: string;
} {
  switch (result.kind) {
    case 'unchanged': {
      const { state } = result.earlier;
      return { status: recordedStatus(state), text: recordedResponse(state) };
    }
    default: {
      const response = responseOf(result);
      return response ? { status: response.status, text: responseText(response, (text) => text) } : {};
    }
  }
}

export function jsonOrText(text: string): ExactJson | string {
  return parseJson(text) === undefined ? text : new ExactJson(text);
}

/** Why nothing was sent of a valid document. */
export const heldReason = 'It was not sent, because of --all-or-nothing.';

/** Of valid documents that `--all-or-nothing` holds back. */
export function describeHeld(count: number): string {
  return count === 1
    ? '1 valid file was not sent, because of --all-or-nothing.\n'
    : `${count} valid files were not sent, because of --all-or-nothing.\n`;
}
