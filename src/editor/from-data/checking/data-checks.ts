import { commands, Disposable, l10n, RelativePattern, Uri, workspace } from 'vscode';
import type { CheckFinding } from '../../../app/check/check-data.ts';
import { markdownSentence, markdownText } from '../../../text/markdown.ts';
import { commandButton, notify } from '../../notifications.ts';
import type { CommonStudio } from '../../studio/common-studio.ts';
import { fileName } from '../../uris.ts';
import { readingOptionsTitle } from '../data-page.ts';
import { type FromDataHost, inferFiles } from '../infer-files.ts';
import { askHowToRead, withReadingProgress } from '../read-data.ts';
import { DataProblems } from './data-problems.ts';
import { type CheckResult, type DataCheck, runCheck } from './run-check.ts';

const problemsPanel = 'workbench.actions.view.problems';

/** A check that takes longer, in milliseconds, is not repeated by itself. */
const maxAutomatic = 2000;

/** Milliseconds without a change before a check is repeated: programs write a file in several steps. */
const settlingTime = 300;

type DataChecksHost = FromDataHost & Pick<CommonStudio, 'documents'>;

/** Checks data files, and checks them again when they or the dataset change on the disk, until the problems are cleared. */
export class DataChecks implements Disposable {
  readonly #host: DataChecksHost;
  readonly #now: () => number;
  readonly #problems: DataProblems;
  /** The last check, how long its first run took, in milliseconds, and what follows its files. */
  #last: { readonly check: DataCheck; readonly duration: number; readonly watcher: Disposable } | undefined;
  #running = new AbortController();
  #didFit = true;

  /** `now`: milliseconds, from any start. */
  constructor(host: DataChecksHost, now = () => performance.now()) {
    this.#host = host;
    this.#now = now;
    this.#problems = new DataProblems(host.checks);
  }

  /** The dataset of the last check. */
  get dataset(): Uri | undefined {
    return this.#last?.check.dataset;
  }

  /** `table`: the position of the table that all data belongs to. Files are read as they were in the last check of the same ones. */
  async check(
    dataset: Uri,
    files: readonly Uri[],
    table: number | undefined,
    reading = files.join() === this.#last?.check.files.join() ? this.#last.check.reading : {},
  ): Promise<void> {
    const check = { dataset, files, table, reading };
    this.#running.abort();
    const started = this.#now();
    const result = await withReadingProgress(files, (options) => runCheck(check, this.#host, options));
    if (result === 'cancelled') return;
    if (result === 'invalid-dataset') {
      const message = l10n.t('{0} has errors. Fix them before you check data.', fileName(dataset));
      return notify('error', message, commandButton(l10n.t('Show Problems'), problemsPanel));
    }
    this.#stop();
    const watcher = watchFiles([dataset, ...files], () => this.#onChange());
    this.#last = { check, duration: this.#now() - started, watcher };
    const reported = await this.#problems.show(result);
    this.#didFit = doesFit(result);
    if (reported.length > 0) await this.#showReport(dataset, reported);
    await this.#offerNextStep(result, reported);
  }

  /** Repeats the last check, as the user asks for it. */
  async checkAgain(): Promise<void> {
    if (!this.#last) return;
    const { dataset, files, table } = this.#last.check;
    await this.check(dataset, files, table);
  }

  clear(): void {
    this.#stop();
    this.#problems.clear();
  }

  dispose(): void {
    this.#stop();
    this.#problems.dispose();
  }

  #stop(): void {
    this.#running.abort();
    this.#last?.watcher.dispose();
    this.#last = undefined;
  }

  /** Problems stay until the check ends, and where it can't be done. */
  async #onChange(): Promise<void> {
    if (!this.#last) return;
    const { check, duration } = this.#last;
    const [first] = check.files;
    if (duration >= maxAutomatic && first !== undefined) {
      const message = l10n.t('{0} or its dataset has changed since it was checked.', fileName(first));
      const again = { title: l10n.t('Check Again'), run: () => this.checkAgain() };
      return notify('info', message, again);
    }
    this.#running.abort();
    this.#running = new AbortController();
    const { signal } = this.#running;
    const result = await runCheck(check, this.#host, { reading: check.reading, signal });
    if (signal.aborted || result === 'cancelled' || result === 'invalid-dataset') return;
    const reported = await this.#problems.show(result);
    const isFitAtLast = !this.#didFit && doesFit(result);
    this.#didFit = doesFit(result);
    if (reported.length > 0 || isFitAtLast) await this.#offerNextStep(result, reported);
  }

  async #showReport(dataset: Uri, findings: readonly CheckFinding[]): Promise<void> {
    const title = l10n.t('Check of {0}', fileName(dataset));
    await this.#host.documents.showMarkdownBeside(title, report(findings));
  }

  async #offerNextStep(result: CheckResult, reported: readonly CheckFinding[]): Promise<void> {
    const { dataset, files, table, findings, reading } = result;
    const problems = findings.filter(({ severity }) => severity !== 'note');
    if (problems.length === 0) {
      void notify('info', l10n.t('The data fits {0}.', fileName(dataset)));
      return;
    }
    const show = async () => {
      if (reported.length > 0) await this.#showReport(dataset, reported);
      if (reported.length < findings.length) await commands.executeCommand(problemsPanel);
    };
    const chooseOptions = async () => {
      const read = await withReadingProgress(files, (options) =>
        inferFiles(this.#host, files, { ...options, reading }),
      );
      const question = { accept: l10n.t('Check'), reading };
      const answer = read && (await askHowToRead(this.#host, files, read, question));
      if (answer) await this.check(dataset, files, table, answer.reading);
    };
    const update = this.#problems.updateOf(result);
    const updateButton = commandButton(l10n.t('Update Table…'), 'dataset.updateFromData', dataset, update);
    await notify(
      'warning',
      describeProblems(fileName(dataset), problems),
      { title: l10n.t('Show Problems'), run: show },
      ...(update ? [updateButton] : []),
      { title: readingOptionsTitle(), run: chooseOptions },
    );
  }
}

function doesFit({ findings }: CheckResult): boolean {
  return findings.every(({ severity }) => severity === 'note');
}

/** Calls back when one of the files has changed on the disk, and no more for a while. */
function watchFiles(files: readonly Uri[], onChange: () => unknown): Disposable {
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
      return [watcher, watcher.onDidChange(changed), watcher.onDidCreate(changed)];
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
