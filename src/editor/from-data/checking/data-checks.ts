import { commands, Disposable, l10n, RelativePattern, Uri, window, workspace } from 'vscode';
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
import { type CheckResult, type DataCheck, runCheck } from './run-check.ts';

const problemsPanel = 'workbench.actions.view.problems';

/** A check that takes longer, in milliseconds, is not repeated by itself. */
const maxAutomatic = 2000;

/** Milliseconds without a change before a check is repeated: programs write a file in several steps. */
const settlingTime = 300;

type DataChecksHost = FromDataHost & Pick<CommonStudio, 'documents' | 'files'>;

/** A check that was made. */
interface CheckMade {
  readonly check: DataCheck;
  /** How long its first run took, in milliseconds. */
  readonly duration: number;
  /** Follows the files and the dataset on the disk. */
  readonly watcher: Disposable;
  /** Whether the data fits. */
  fits: boolean;
  /** Of the run that repeats it. */
  running: AbortController;
}

/**
 * Checks data files. Problems of a file stay until it is checked again, deleted, or the user clears them. A check is repeated when a file or the
 * dataset changes on the disk, as long as it has problems or is the last one.
 */
export class DataChecks implements Disposable {
  readonly #host: DataChecksHost;
  readonly #now: () => number;
  readonly #problems: DataProblems;
  /** The last one comes last. No file is in two of them. */
  #made: readonly CheckMade[] = [];

  /** `now`: milliseconds, from any start. */
  constructor(host: DataChecksHost, now = () => performance.now()) {
    this.#host = host;
    this.#now = now;
    this.#problems = new DataProblems(host.checks);
  }

  /** The dataset of the last check. */
  get dataset(): Uri | undefined {
    return this.#made.at(-1)?.check.dataset;
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
    const last = this.#made.find(({ check }) => check.files.join() === files.join())?.check;
    const reading = chosen ?? (last?.isChosen ? last.reading : entry?.reading) ?? {};
    const isChosen = chosen !== undefined || last?.isChosen === true;
    const check = { dataset, files, table, reading, isChosen, entry };
    const started = this.#now();
    const result = await withReadingProgress(files, (options) => runCheck(check, this.#host, options));
    if (result !== 'invalid-dataset' && 'kind' in result) return showCheckFailure(result, check);
    if (result === 'invalid-dataset') {
      const message = l10n.t('{0} has errors. Fix them before you check data.', fileName(dataset));
      return notify('error', message, commandButton(l10n.t('Show Problems'), problemsPanel));
    }
    const duration = this.#now() - started;
    // One that fits has nothing to show, and is followed only until another one is made.
    const others = this.#without(files).filter(({ fits }) => !fits);
    this.#keep([...others, this.#follow(check, duration, doesFit(result))]);
    const reported = await this.#problems.show(result);
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
    const made = this.#made.find(({ check }) => check.files.some((each) => each.toString() === String(file)));
    return (made ?? this.#made.at(-1))?.check;
  }

  #follow(check: DataCheck, duration: number, fits: boolean): CheckMade {
    const made: CheckMade = {
      check,
      duration,
      fits,
      running: new AbortController(),
      watcher: watchFiles(
        check,
        () => this.#onChange(made),
        (file) => this.#forget(file),
      ),
    };
    return made;
  }

  /** The checks without some files. */
  #without(files: readonly Uri[]): CheckMade[] {
    const gone = new Set(files.map(String));
    return this.#made.flatMap((made) => {
      const { check, duration, fits } = made;
      const left = check.files.filter((file) => !gone.has(file.toString()));
      if (left.length === check.files.length) return [made];
      return left.length === 0 ? [] : [this.#follow({ ...check, files: left }, duration, fits)];
    });
  }

  /** Stops those that are not kept. */
  #keep(kept: readonly CheckMade[]): void {
    for (const made of this.#made) {
      if (kept.includes(made)) continue;
      made.running.abort();
      made.watcher.dispose();
    }
    this.#made = kept;
  }

  /** A file that was deleted has no problems. */
  #forget(file: Uri): void {
    this.#keep(this.#without([file]));
    this.#problems.clear([file]);
  }

  /** Problems stay until the check ends, and where it can't be done. */
  async #onChange(made: CheckMade): Promise<void> {
    const { check, duration } = made;
    const [first] = check.files;
    if (duration >= maxAutomatic && first !== undefined) {
      const message = l10n.t('{0} or its dataset has changed since it was checked.', fileName(first));
      const again = { title: l10n.t('Check Again'), run: () => this.checkAgain(first) };
      return notify('info', message, again);
    }
    made.running.abort();
    made.running = new AbortController();
    const { signal } = made.running;
    const result = await runCheck(check, this.#host, { reading: check.reading, signal });
    if (signal.aborted || result === 'invalid-dataset' || 'kind' in result) return;
    const reported = await this.#problems.show(result);
    const isFitAtLast = !made.fits && doesFit(result);
    made.fits = doesFit(result);
    if (reported.length > 0 || isFitAtLast) await this.#offerNextStep(result, reported);
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

function doesFit({ findings }: CheckResult): boolean {
  return findings.every(({ severity }) => severity === 'note');
}

/** Calls back when the dataset or one of the files has changed on the disk, and no more for a while; and for each file that is deleted. */
function watchFiles(
  { dataset, files: data }: DataCheck,
  onChange: () => unknown,
  onDelete: (file: Uri) => void,
): Disposable {
  const files = [dataset, ...data];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watched = new Set(files.map(String));
  const changed = (uri: Uri) => {
    if (!watched.has(uri.toString())) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, settlingTime);
  };
  const folders = new Map(files.map((uri) => Uri.joinPath(uri, '..')).map((uri) => [uri.toString(), uri]));
  return Disposable.from(
    new Disposable(() => clearTimeout(timer)),
    ...[...folders.values()].flatMap((folder) => {
      const watcher = workspace.createFileSystemWatcher(new RelativePattern(folder, '*'));
      return [
        watcher,
        watcher.onDidChange(changed),
        watcher.onDidCreate(changed),
        watcher.onDidDelete((uri) => {
          const file = data.find((each) => each.toString() === uri.toString());
          if (file !== undefined) onDelete(file);
        }),
      ];
    }),
    workspace.onDidSaveTextDocument(({ uri }) => changed(uri)),
  );
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
