import { createResultOf } from '../../app/submissions/create-datasets.ts';
import type { Environment } from '../../environments/environment.ts';
import { describeRequest, maskedRequest, responseText } from '../../gateway/presentation/exchange-text.ts';
import type { Service } from '../../gateway/service.ts';
import { type DocumentResult, isSubmission } from '../../submission/batch/batch-results.ts';
import type { JournalRecord } from '../../submission/journal/journal.ts';
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
import { ExactJson, JsonResults, type PrintedFiles } from './json-text.ts';

/** How results are reported. */
export interface ReportOptions {
  readonly environment: Environment;
  readonly terminal: Terminal;
  /** Standard output belongs to the JSON. */
  readonly json: boolean;
  readonly several: boolean;
  /** Whether there is a journal that outlives the command. */
  readonly journaled: boolean;
  /** The submission of the dataset that the file had until now. */
  readonly previous?: JournalRecord | undefined;
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
  { environment, terminal, json, several, journaled, previous }: ReportOptions,
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
    return;
  }
  const { level } = rowOf(result);
  const line = `${subject}${describe(result, environment, journaled)}\n`;
  if (level !== 'info') terminal.error(line);
  else if (json) note(terminal, line);
  else if (!terminal.isQuiet) terminal.out(line);
  if (previous && !terminal.isQuiet) {
    const { entry, state } = previous;
    const datasetId = plainText(recordedDatasetId(state) ?? '') || 'one without a known ID';
    const words = `${subject}Until now, its dataset was ${datasetId}, created on ${showUtc(entry.begunAt)}.\n`;
    if (json) note(terminal, words);
    else terminal.out(words);
  }
  if (result.unrecorded) terminal.error(`${subject}${unknownOutcome.unrecorded(result.unrecorded)}\n`);
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
  if (outcome.kind === 'unknown' && !journaled)
    return 'With --journal DIR, such a submission is recorded and not sent again automatically.';
  return earlierOf(outcome)?.state.kind === 'unknown'
    ? 'If it is not there, use --again to submit it again.'
    : '';
}

/**
 * `{ outcome, status, datasetId, response }`, why there is no dataset, and what the journal contains. Absent facts are null.
 */
export function jsonOf(
  result: DocumentResult,
  { environment, journaled, previous }: Pick<ReportOptions, 'environment' | 'journaled' | 'previous'>,
): Record<string, unknown> {
  if (result.kind === 'invalid') return jsonOfUntried('invalid', invalidReason);
  const { outcome, datasetId = null, submissionId = null } = createResultOf(result);
  const { status = null, text } = answerOf(result);
  const earlier = isSubmission(result) ? earlierOf(result) : undefined;
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

function jsonOfRecord({ entry, state }: JournalRecord) {
  return {
    submissionId: entry.id,
    begunAt: entry.begunAt,
    outcome: state.kind,
    datasetId: recordedDatasetId(state) ?? null,
  };
}

export function jsonOrText(text: string): ExactJson | string {
  return parseJson(text) === undefined ? text : new ExactJson(text);
}

export interface DryRun {
  readonly service: Service;
  readonly json: boolean;
  readonly terminal: Terminal;
  /** The body that would be sent; undefined if the document has errors, which it reports. */
  readonly load: (path: string) => Promise<Uint8Array | undefined>;
  /** Prints no request if a document has errors. */
  readonly allOrNothing: boolean;
}

/** Prints the requests, secrets masked, and sends nothing. */
export async function dryRun(
  named: PrintedFiles,
  { service, json, terminal, load, allOrNothing }: DryRun,
): Promise<ExitCode> {
  const results = new JsonResults(named, terminal);
  const invalid = new Set<string>();
  if (allOrNothing) for (const path of named.files) if (!(await load(path))) invalid.add(path);
  const held = invalid.size === 0 ? [] : named.files.filter((path) => !invalid.has(path));
  if (held.length > 0) terminal.error(describeHeld(held.length));
  if (json) for (const path of held) results.add(path, jsonOfUntried('not-sent', heldReason));
  for (const path of invalid.size === 0 ? named.files : []) {
    const body = await load(path);
    if (!body) invalid.add(path);
    else if (json) {
      // The body is the JSON that would be sent; its numbers stay as they are written.
      const request = maskedRequest(service, body);
      results.add(path, { ...request, body: jsonOrText(request.body) });
    } else terminal.out(`${describeRequest(service, body)}\n`);
  }
  if (json) results.end(jsonOfUntried('invalid', invalidReason));
  return invalid.size === 0 ? exitCode.done : exitCode.invalidDocument;
}

/** Why nothing was sent of a valid document. */
export const heldReason = 'It was not sent, because of --all-or-nothing.';

/** Of valid documents that `--all-or-nothing` holds back. */
export function describeHeld(count: number): string {
  return count === 1
    ? '1 valid file was not sent, because of --all-or-nothing.\n'
    : `${count} valid files were not sent, because of --all-or-nothing.\n`;
}
