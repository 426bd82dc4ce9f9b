import { fileURLToPath, pathToFileURL } from 'node:url';
import { createResultOf } from '../../app/submissions/create-datasets.ts';
import { changesFrom } from '../../app/submissions/dataset-status.ts';
import type { Change } from '../../comparison/change.ts';
import { exactJsonValue } from '../../dataset/json/exact-value.ts';
import type { Environment } from '../../environments/environment.ts';
import { type BatchEnd, type DocumentResult, isSubmission } from '../../submission/batch/batch-results.ts';
import type { JournalRecord } from '../../submission/journal/journal.ts';
import { rowOf } from '../../submission/outcome-message.ts';
import { causeOfNotSent } from '../../submission/recorded-outcome.ts';
import type { ExitCode } from '../command.ts';
import {
  codeOf,
  describeHeld,
  heldReason,
  invalidReason,
  jsonOf,
  jsonOfUntried,
  previousOf,
  type ReportOptions,
  reportResult,
  unknownSubmission,
} from './create-report.ts';
import { JsonResults, type PrintedFiles } from './json-text.ts';
import { settleAdvice } from './settle-advice.ts';

/** Reports the results of `create`, each as soon as it is known. */
export class CreationReport {
  #options: ReportOptions;
  readonly #json: JsonResults | undefined;
  readonly #paths: ReadonlyMap<string, string>;
  /** Results that wait for the changes since the dataset until now. */
  readonly #compared: Promise<void>[] = [];
  /** Why nothing was sent, where that holds for all files, and how many more it was the cause of. */
  readonly #causes = new Set<string>();
  #repeated = 0;

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
    // What is missing for all files is said once.
    const isRepeated =
      result.kind === 'not-sent' && rowOf(result).prospect === 'abort' && !this.#isFirst(result);
    if (isRepeated) this.#repeated += 1;
    else reportResult(path, result, this.#options);
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

  /** Whether none with this cause was reported. */
  #isFirst(result: Extract<DocumentResult, { kind: 'not-sent' }>): boolean {
    const { kind, code } = causeOfNotSent(result);
    const cause = `${kind} ${code ?? ''}`;
    if (this.#causes.has(cause)) return false;
    this.#causes.add(cause);
    return true;
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
    if (this.#repeated > 0) this.#options.terminal.error(describeUnsent(this.#repeated));
    const unknown = [...results.values()].flatMap(
      (result) => (isSubmission(result) && unknownSubmission(result)) || [],
    );
    this.#options.terminal.error(settleAdvice(unknown, this.#options.journalFolder));
    this.#json?.end(jsonOfUntried('invalid', invalidReason));
    await this.#repeatLost(results);
    return [...results.values()].filter((result) => !(isUnsent && result.kind === 'cancelled')).map(codeOf);
  }

  #reportUnsent(documents: readonly string[], end: 'aborted' | 'invalid'): void {
    const { terminal, journaled } = this.#options;
    const count = documents.length;
    if (end === 'invalid' && count > 0) terminal.error(describeHeld(count));
    if (end === 'aborted') this.#repeated += count;
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
