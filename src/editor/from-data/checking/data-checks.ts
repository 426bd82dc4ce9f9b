import { commands, type Disposable, l10n, Uri, window } from 'vscode';
import type { CheckFailure, CheckFinding } from '../../../app/check/check-data.ts';
import { describeFinding } from '../../../app/messages/check-finding.ts';
import type { ReadingChoices } from '../../../inference/source.ts';
import { markdownSentence, markdownText } from '../../../text/markdown.ts';
import type { CommonStudio } from '../../studio/common-studio.ts';
import { toRange } from '../../studio/problem-collection.ts';
import { fileName, neighbour } from '../../studio/uris.ts';
import { type Action, commandButton, notify } from '../../ui/notifications.ts';
import { readingOptionsTitle } from '../data-page.ts';
import { type FromDataHost, inferFiles } from '../infer-files.ts';
import { askHowToRead, withReadingProgress } from '../read-data.ts';
import { isSameReading, rememberReading } from '../remember-reading.ts';
import { DataProblems } from './data-problems.ts';
import { type CheckResult, type DataCheck, datasetValue, runCheck } from './run-check.ts';
import { diskVersionOf, watchFiles } from './watch-files.ts';

const problemsPanel = 'workbench.actions.view.problems';

/** A check that takes longer, in milliseconds, is not repeated by itself. */
const maxAutomatic = 2000;

type DataChecksHost = FromDataHost & Pick<CommonStudio, 'documents' | 'files'>;

/** The latest check of some files. */
interface Check extends DataCheck {
  files: readonly Uri[];
  /** Of the dataset and the files when they were read last. */
  version: string;
  /** Aborted if another run takes its place. */
  run: AbortController;
  /** How long its first run took, in milliseconds. */
  duration: number;
  /** Whether the data fits. */
  fits: boolean;
  /** Follows the files and the dataset. */
  readonly watcher: Disposable;
}

/**
 * Checks data files when the user starts that, and again when one of them or the dataset is saved. Problems of a file stay until it is checked
 * again, changed, or deleted, or the user clears them.
 */
export class DataChecks implements Disposable {
  readonly #host: DataChecksHost;
  readonly #now: () => number;
  readonly #problems: DataProblems;
  /** The last one comes last. No file is in two of them. */
  #checks: readonly Check[] = [];

  /** `now`: milliseconds, from any start. */
  constructor(host: DataChecksHost, now = () => performance.now()) {
    this.#host = host;
    this.#now = now;
    this.#problems = new DataProblems(host.checks);
  }

  /** The dataset of the last check. */
  get dataset(): Uri | undefined {
    return this.#checks.at(-1)?.dataset;
  }

  /**
   * `table`: the position of the table that all data belongs to. `chosen`: how to read the files. By default, as it was chosen for
   * their last check, or else as their entry in the project file says, which is the same one for all files.
   */
  async check(
    dataset: Uri,
    files: readonly Uri[],
    table: number | undefined,
    chosen?: ReadingChoices,
  ): Promise<void> {
    const [first] = files;
    const { entry } = (first && (await this.#host.settings.dataEntry(first))) ?? {};
    const last = this.#checks.find((each) => each.files.join() === files.join());
    const reading = chosen ?? (last?.isChosen ? last.reading : entry?.reading) ?? {};
    const isChosen = chosen !== undefined || last?.isChosen === true;
    const check = this.#follow({ dataset, files, table, reading, isChosen, entry });
    this.#release(files);
    // One that fits has nothing to show, and is followed only until another one is made.
    this.#keep([...this.#checks.filter(({ fits }) => !fits), check]);
    const { signal } = check.run;
    check.version = await diskVersionOf(check);
    const started = this.#now();
    const result = await withReadingProgress(files, (options) =>
      runCheck(check, this.#host, { ...options, signal: AbortSignal.any([options.signal, signal]) }),
    );
    check.duration = this.#now() - started;
    if (signal.aborted) return;
    if (result === 'invalid-dataset') {
      const message = l10n.t('{0} has errors. Fix them before you check data.', fileName(dataset));
      return notify('error', message, commandButton(l10n.t('Show Problems'), problemsPanel));
    }
    if ('kind' in result) return showCheckFailure(result, check);
    const reported = await this.#show(check, result);
    if (reported.length > 0) await this.#showReport(dataset, reported);
    await this.#offerNextStep(result, reported);
  }

  /** Repeats the check of a file, by default the last one, as the user asks for it. */
  async checkAgain(file: unknown): Promise<void> {
    const made = this.#checkOf(file);
    if (made) await this.check(made.dataset, made.files, made.table);
  }

  /** Asks how to read the files of such a check, and repeats it. */
  async chooseOptions(file: unknown): Promise<void> {
    const made = this.#checkOf(file);
    if (!made) return;
    const { dataset, files, table, reading } = made;
    const read = await withReadingProgress(files, (options) =>
      inferFiles(this.#host, files, { ...options, reading }),
    );
    const question = { accept: l10n.t('Check'), reading };
    const answer = read && (await askHowToRead(this.#host, files, read, question));
    if (answer) await this.check(dataset, files, table, answer.reading);
  }

  clear(): void {
    this.#keep([]);
    this.#problems.clear();
  }

  dispose(): void {
    this.#keep([]);
    this.#problems.dispose();
  }

  #checkOf(file: unknown): DataCheck | undefined {
    const ofFile = this.#checks.find(({ files }) => files.some((each) => each.toString() === String(file)));
    return ofFile ?? this.#checks.at(-1);
  }

  #follow(data: DataCheck): Check {
    const check: Check = {
      ...data,
      version: '',
      run: new AbortController(),
      duration: 0,
      fits: false,
      watcher: watchFiles(data, {
        onSave: () => this.#repeat(check),
        onEdit: (file) => {
          check.version = '';
          this.#problems.clear([file]);
        },
        onDelete: (file) => {
          this.#release([file]);
          this.#problems.clear([file]);
        },
      }),
    };
    return check;
  }

  /** Takes files away from the checks that have them. */
  #release(files: readonly Uri[]): void {
    const released = new Set(files.map(String));
    for (const check of this.#checks) {
      const left = check.files.filter((file) => !released.has(file.toString()));
      if (left.length < check.files.length) check.run.abort();
      check.files = left;
    }
    this.#keep(this.#checks.filter((check) => check.files.length > 0));
  }

  /** Stops those that are not kept. */
  #keep(kept: readonly Check[]): void {
    for (const check of this.#checks) {
      if (kept.includes(check)) continue;
      check.run.abort();
      check.watcher.dispose();
    }
    this.#checks = kept;
  }

  /** Problems stay if the dataset has errors. Otherwise, they are those of another version until the check ends. */
  async #repeat(check: Check): Promise<void> {
    const version = await diskVersionOf(check);
    const [first] = check.files;
    // A file that is new may be noticed late.
    if (version === check.version || !this.#checks.includes(check)) return;
    check.version = version;
    check.run.abort();
    check.run = new AbortController();
    const { signal } = check.run;
    const value = await datasetValue(check.dataset, this.#host);
    if (signal.aborted || !value?.ok || first === undefined) return;
    this.#problems.clear(check.files);
    if (check.duration >= maxAutomatic) {
      const message = l10n.t('{0} or its dataset has changed since it was checked.', fileName(first));
      const again = { title: l10n.t('Check Again'), run: () => this.checkAgain(first) };
      return notify('info', message, again);
    }
    const result = await runCheck(check, this.#host, { reading: check.reading, signal });
    if (signal.aborted || result === 'invalid-dataset' || 'kind' in result) return;
    const didFit = check.fits;
    const reported = await this.#show(check, result);
    if (reported.length > 0 || (check.fits && !didFit)) await this.#offerNextStep(result, reported);
  }

  /** Shows the result of the latest run. Returns the findings of files that VS Code can't show as text. */
  #show(check: Check, result: CheckResult): Promise<readonly CheckFinding[]> {
    check.fits = result.findings.every(({ severity }) => severity === 'note');
    return this.#problems.show(result, check.run.signal);
  }

  async #showReport(dataset: Uri, findings: readonly CheckFinding[]): Promise<void> {
    const title = l10n.t('Check of {0}', fileName(dataset));
    await this.#host.documents.showMarkdownBeside(title, report(findings));
  }

  async #offerNextStep(result: CheckResult, reported: readonly CheckFinding[]): Promise<void> {
    const { dataset, findings } = result;
    const problems = findings.filter(({ severity }) => severity !== 'note');
    const remember = this.#rememberButton(result);
    if (problems.length === 0)
      return notify('info', l10n.t('The data fits {0}.', fileName(dataset)), ...remember);
    const show = async () => {
      if (reported.length > 0) await this.#showReport(dataset, reported);
      if (reported.length < findings.length) await commands.executeCommand(problemsPanel);
    };
    const update = this.#problems.updateOf(result);
    const updateButton = commandButton(l10n.t('Update Table…'), 'dataset.updateFromData', dataset, update);
    await notify(
      'warning',
      describeProblems(fileName(dataset), problems),
      { title: l10n.t('Show Problems'), run: show },
      ...(update ? [updateButton] : []),
      ...remember,
      { title: readingOptionsTitle(), run: () => this.chooseOptions(result.files[0]) },
    );
  }

  /** For options that the user chose, unless the project file says the same. */
  #rememberButton(check: CheckResult): Action[] {
    const { files, reading, isChosen, entry } = check;
    const [first] = files;
    if (first === undefined || !isChosen || isSameReading(reading, entry?.reading ?? {})) return [];
    const run = () => rememberReading(this.#host, first, check);
    return [{ title: l10n.t('Remember for Files Like This'), run }];
  }
}

function showCheckFailure(failure: CheckFailure, { dataset, entry }: DataCheck): Promise<void> | undefined {
  if (failure.kind === 'cancelled' || entry === undefined) return undefined;
  const { tables } = failure;
  const message = describeFinding({ code: 'unknown-table', table: entry.table ?? '', tables }, tables.length);
  const { file, range } = entry.home;
  const selection = toRange(range);
  const open = () => window.showTextDocument(neighbour(dataset, file), { selection });
  return notify('error', message, { title: l10n.t('Show Problem'), run: open });
}

function describeProblems(name: string, problems: readonly CheckFinding[]): string {
  const count = problems.length;
  if (problems.some(({ severity }) => severity === 'error'))
    return count === 1
      ? l10n.t("The data doesn't fit {0}: 1 problem.", name)
      : l10n.t("The data doesn't fit {0}: {1} problems.", name, count);
  return count === 1
    ? l10n.t('The data fits {0}, with 1 warning.', name)
    : l10n.t('The data fits {0}, with {1} warnings.', name, count);
}

/** Findings as a Markdown document, for files that are no text. */
function report(findings: readonly CheckFinding[]): string {
  const rows = findings.map(
    ({ file, message }) => `| ${markdownText(fileName(Uri.parse(file)))} | ${markdownSentence(message)} |\n`,
  );
  return `| ${l10n.t('File')} | ${l10n.t('Problem')} |\n|---|---|\n${rows.join('')}`;
}
