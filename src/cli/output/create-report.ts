import { fileURLToPath, pathToFileURL } from 'node:url';
import { createResultOf } from '../../app/submissions/create-datasets.ts';
import type { previousDatasets } from '../../app/submissions/plan-dataset.ts';
import type { Environment } from '../../environments/environment.ts';
import { responseText } from '../../gateway/presentation/exchange-text.ts';
import { type BatchEnd, type DocumentResult, isSubmission } from '../../submission/batch/batch-results.ts';
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
import { existsHere, pathInRepository, repositoryRoots } from '../../system/repository-root.ts';
import { parseJson } from '../../text/parse-json.ts';
import { plainText } from '../../text/plain-text.ts';
import { type ExitCode, exitCode } from '../command.ts';
import { variableNames } from '../environment-variables.ts';
import { note, type Terminal } from '../terminal.ts';
import { ExactJson, JsonResults, type PrintedFiles } from './json-text.ts';

/** How results are reported. */
interface ReportOptions {
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

function codeOf(result: DocumentResult): ExitCode {
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
function reportResult(
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

/** Why nothing was sent of a valid document. */
export const heldReason = 'It was not sent, because of --all-or-nothing.';

/** Of valid documents that `--all-or-nothing` holds back. */
export function describeHeld(count: number): string {
  return count === 1
    ? '1 valid file was not sent, because of --all-or-nothing.\n'
    : `${count} valid files were not sent, because of --all-or-nothing.\n`;
}

/** Reports the results of `create`, each as soon as it is known. */
export class CreationReport {
  /** The datasets before this command, from when something is about to be sent. */
  earlier: ReturnType<typeof previousDatasets> | undefined;
  readonly #options: ReportOptions;
  readonly #json: JsonResults | undefined;
  readonly #paths: ReadonlyMap<string, string>;
  readonly #rootOf = repositoryRoots();

  constructor(named: PrintedFiles, options: Omit<ReportOptions, 'several' | 'previous'>) {
    this.#options = { ...options, several: named.files.length > 1 };
    this.#json = options.json ? new JsonResults(named, options.terminal) : undefined;
    this.#paths = new Map(named.files.map((path) => [pathToFileURL(path).href, path]));
  }

  /** The URIs of the files. */
  get documents(): readonly string[] {
    return [...this.#paths.keys()];
  }

  pathOf(document: string): string {
    return this.#paths.get(document) ?? fileURLToPath(document);
  }

  add(document: string, result: DocumentResult): void {
    const path = this.pathOf(document);
    const options = { ...this.#options, previous: this.#previousOf(document, result) };
    reportResult(path, result, options);
    this.#json?.add(path, jsonOf(result, options));
    if (result.kind !== 'invalid') this.#json?.print();
  }

  /** The dataset that a file had until it was created now. */
  #previousOf(document: string, { kind }: DocumentResult) {
    if (kind !== 'created' && kind !== 'accepted') return undefined;
    const path = pathInRepository(document, process.cwd(), this.#rootOf);
    return this.earlier?.({ uris: [document], path, exists: existsHere });
  }

  /** Prints what is known. */
  breakOff(): void {
    this.#json?.end(undefined);
  }

  /** Reports what was not tried, and what may be lost. Resolves to the exit codes of what was tried. */
  async end({ end, results }: BatchEnd): Promise<readonly ExitCode[]> {
    const cancelled = [...results].filter(([, result]) => result.kind === 'cancelled');
    // If other files ended the batch, and not the user, the rest was not sent: one line says so.
    const isUnsent = end === 'aborted' || end === 'invalid';
    if (isUnsent)
      this.#reportUnsent(
        cancelled.map(([document]) => document),
        end,
      );
    else for (const [document, result] of cancelled) this.add(document, result);
    this.#json?.end(jsonOfUntried('invalid', invalidReason));
    await this.#repeatLost(results);
    return [...results.values()].filter((result) => !(isUnsent && result.kind === 'cancelled')).map(codeOf);
  }

  #reportUnsent(documents: readonly string[], end: 'aborted' | 'invalid'): void {
    const { terminal, journaled } = this.#options;
    const count = documents.length;
    if (count > 0) terminal.error(end === 'invalid' ? describeHeld(count) : describeUnsent(count));
    for (const document of documents)
      this.#json?.add(this.pathOf(document), {
        ...jsonOfUntried('not-sent', end === 'invalid' ? heldReason : abortedReason),
        ...(journaled && { submissionId: null }),
      });
  }

  /** The IDs must not be lost with standard output. Beside JSON, they are on standard error anyway. */
  async #repeatLost(results: BatchEnd['results']): Promise<void> {
    if (this.#json !== undefined || !(await this.#options.terminal.isOutputLost?.())) return;
    for (const [document, result] of results)
      if (result.kind === 'created' || result.kind === 'accepted')
        reportResult(this.pathOf(document), result, { ...this.#options, json: true });
  }
}

const abortedReason = 'It was not sent, because it would fail the same way as another file.';

function describeUnsent(count: number): string {
  return count === 1
    ? '1 more file was not sent, because it would fail the same way.\n'
    : `${count} more files were not sent, because they would fail the same way.\n`;
}
