import { fileURLToPath, pathToFileURL } from 'node:url';
import { createResultOf } from '../../app/submissions/create-datasets.ts';
import { changesFrom } from '../../app/submissions/dataset-status.ts';
import type { Change } from '../../comparison/change.ts';
import { changeRecords } from '../../comparison/write-changes.ts';
import { exactJsonValue } from '../../dataset/json/exact-value.ts';
import type { Environment } from '../../environments/environment.ts';
import { responseText } from '../../gateway/presentation/exchange-text.ts';
import { type BatchEnd, type DocumentResult, isSubmission } from '../../submission/batch/batch-results.ts';
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
import { ExactJson, JsonResults, type PrintedFiles } from './json-text.ts';
import { jsonOfRecord, otherFacts, otherLines } from './recorded-facts.ts';

/** How results are reported. */
interface ReportOptions {
  readonly environment: Environment;
  readonly terminal: Terminal;
  /** Standard output belongs to the JSON. */
  readonly json: boolean;
  readonly several: boolean;
  /** Whether there is a journal that outlives the command. */
  readonly journaled: boolean;
  readonly journal: Pick<Journal, 'body'>;
}

/** The dataset that a document had until it was created now. */
function previousOf({ kind, found }: DocumentResult): JournalRecord | undefined {
  return kind === 'created' || kind === 'accepted' ? found?.previous : undefined;
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

/** Reports the results of `create`, each as soon as it is known. */
export class CreationReport {
  #options: ReportOptions;
  readonly #json: JsonResults | undefined;
  readonly #paths: ReadonlyMap<string, string>;
  /** Results that wait for the changes since the dataset until now. */
  readonly #compared: Promise<void>[] = [];

  constructor(named: PrintedFiles, options: Omit<ReportOptions, 'several'>) {
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

  /** As the journal calls it. */
  set environment(environment: Environment) {
    this.#options = { ...this.#options, environment };
  }

  add(document: string, result: DocumentResult): void {
    const path = this.pathOf(document);
    reportResult(path, result, this.#options);
    const json = this.#json;
    if (!json) return;
    const add = (changes?: readonly Change[]) => {
      json.add(path, jsonOf(result, this.#options, changes));
      if (result.kind !== 'invalid') json.print();
    };
    const previous = previousOf(result);
    if (previous) this.#compared.push(this.#changesFrom(previous, result).then(add));
    else add();
  }

  /** What changed from the dataset that a file had until now to the one that was created. */
  async #changesFrom(
    previous: JournalRecord,
    result: DocumentResult,
  ): Promise<readonly Change[] | undefined> {
    const { journal, environment } = this.#options;
    const body = await journal.body(createResultOf(result).submissionId ?? '');
    if (!body) return undefined;
    const value = exactJsonValue(new TextDecoder().decode(body));
    return changesFrom(previous, value, journal, environment.service.retentionPolicy);
  }

  /** Prints what is known. */
  breakOff(): void {
    this.#json?.end(undefined);
  }

  /** Reports what was not tried, and what may be lost. Resolves to the exit codes of what was tried. */
  async end({ end, results }: BatchEnd): Promise<readonly ExitCode[]> {
    await Promise.all(this.#compared);
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
