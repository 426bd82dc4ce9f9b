import { commands, Disposable, l10n, RelativePattern, Uri, workspace } from 'vscode';
import type { CheckFinding } from '../../../app/check/check-data.ts';
import type { ReadingChoices } from '../../../inference/source.ts';
import { markdownSentence, markdownText } from '../../../text/markdown.ts';
import type { TaskChecking } from '../../authoring/checking/text-checks.ts';
import { notify } from '../../notifications.ts';
import type { ReadOnlyDocuments } from '../../read-only-documents.ts';
import { fileName } from '../../uris.ts';
import { readingOptionsTitle } from '../data-page.ts';
import { type FromDataHost, inferFiles } from '../infer-files.ts';
import { askHowToRead, withReadingProgress } from '../read-data.ts';
import { DataProblems } from './data-problems.ts';
import { type CheckResult, type DataCheck, runCheck } from './run-check.ts';

/** A check that takes longer, in milliseconds, is not repeated by itself. */
const maxAutomatic = 2000;

/** Milliseconds without a change before a check is repeated: programs write a file in several steps. */
const settlingTime = 300;

/** Checks data files, and checks them again when they or the dataset change on the disk, until the problems are cleared. */
export class DataChecks implements Disposable {
  readonly #host: FromDataHost;
  readonly #settings: TaskChecking['settings'];
  readonly #documents: ReadOnlyDocuments;
  readonly #now: () => number;
  readonly #problems: DataProblems;
  /** How the user wants files to be read that are checked together, and the dataset of each file, by their URIs. */
  readonly #readings = new Map<string, ReadingChoices>();
  readonly #datasets = new Map<string, string>();
  #last: WatchedCheck | undefined;
  #didFit = true;

  /** `now`: milliseconds, from any start. */
  constructor(
    host: FromDataHost,
    checking: TaskChecking,
    documents: ReadOnlyDocuments,
    now = () => performance.now(),
  ) {
    this.#host = host;
    this.#now = now;
    this.#settings = checking.settings;
    this.#documents = documents;
    this.#problems = new DataProblems(checking.checks);
  }

  /** The URI of the dataset that a file was last checked against. */
  datasetOf(file: Uri): string | undefined {
    return this.#datasets.get(file.toString());
  }

  /** `table`: the position of the table that all data belongs to. */
  async check(dataset: Uri, files: readonly Uri[], table: number | undefined): Promise<void> {
    const check = { dataset, files, table, reading: this.#readings.get(files.join('\n')) ?? {} };
    this.#last?.cancel();
    const started = this.#now();
    const result = await withReadingProgress(files, (options) =>
      runCheck(check, this.#dependencies, options),
    );
    if (result === 'cancelled') return;
    if (result === 'invalid-dataset') return showInvalidDataset(dataset);
    for (const file of files) this.#datasets.set(file.toString(), dataset.toString());
    this.#last?.dispose();
    this.#last = new WatchedCheck(check, this.#now() - started, (watched) => this.#repeat(watched));
    const reported = await this.#problems.show(result);
    this.#didFit = doesFit(result);
    if (reported.length > 0) await this.#showReport(dataset, reported);
    await this.#offerNextStep(result, reported);
  }

  /** Repeats the last check, as the user asks for it. */
  async checkAgain(): Promise<void> {
    if (this.#last)
      await this.check(this.#last.check.dataset, this.#last.check.files, this.#last.check.table);
  }

  clear(): void {
    this.#last?.dispose();
    this.#last = undefined;
    this.#problems.clear();
  }

  dispose(): void {
    this.#last?.dispose();
    this.#problems.dispose();
  }

  get #dependencies() {
    return { host: this.#host, settings: this.#settings };
  }

  /** After a change. Problems stay until the check ends, and where it can't be done. */
  async #repeat(watched: WatchedCheck): Promise<void> {
    const { check, duration, signal } = watched;
    const [first] = check.files;
    if (duration >= maxAutomatic && first !== undefined) {
      const message = l10n.t('{0} or its dataset has changed since it was checked.', fileName(first));
      const choice = await notify('information', message, { buttons: { again: l10n.t('Check Again') } });
      if (choice === 'again') await this.checkAgain();
      return;
    }
    const result = await runCheck(check, this.#dependencies, { reading: check.reading, signal });
    if (signal.aborted || result === 'cancelled' || result === 'invalid-dataset') return;
    const reported = await this.#problems.show(result);
    const isFitAtLast = !this.#didFit && doesFit(result);
    this.#didFit = doesFit(result);
    if (reported.length > 0 || isFitAtLast) await this.#offerNextStep(result, reported);
  }

  async #showReport(dataset: Uri, findings: readonly CheckFinding[]): Promise<void> {
    const title = l10n.t('Check of {0}', fileName(dataset));
    await this.#documents.showMarkdownBeside(title, report(findings));
  }

  async #offerNextStep(result: CheckResult, reported: readonly CheckFinding[]): Promise<void> {
    const { dataset, files, table } = result;
    const update = this.#problems.updateOf(result);
    switch (await notifyResult(result, update !== undefined)) {
      case 'show':
        if (reported.length > 0) await this.#showReport(dataset, reported);
        if (reported.length < result.findings.length)
          await commands.executeCommand('workbench.actions.view.problems');
        return;
      case 'update':
        return commands.executeCommand('dataset.updateFromData', dataset, update);
      case 'options': {
        const { reading } = result;
        const read = await withReadingProgress(files, (options) =>
          inferFiles(this.#host, files, { ...options, reading }),
        );
        const question = { accept: l10n.t('Check'), reading };
        const answer = read && (await askHowToRead(this.#host, files, read, question));
        if (answer === undefined) return;
        this.#readings.set(files.join('\n'), answer.reading);
        return this.check(dataset, files, table);
      }
    }
  }
}

function doesFit({ findings }: CheckResult): boolean {
  return findings.every(({ severity }) => severity === 'note');
}

/** A check whose files are watched. */
class WatchedCheck implements Disposable {
  readonly check: DataCheck;
  /** Of its first run, in milliseconds. */
  readonly duration: number;
  readonly #subscriptions: Disposable;
  #running = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(check: DataCheck, duration: number, onChange: (check: WatchedCheck) => Promise<void>) {
    this.check = check;
    this.duration = duration;
    const uris = [check.dataset, ...check.files];
    const watched = new Set(uris.map(String));
    const changed = (uri: Uri) => {
      if (!watched.has(uri.toString())) return;
      this.cancel();
      this.#timer = setTimeout(() => void onChange(this), settlingTime);
    };
    const folders = new Map(uris.map((uri) => Uri.joinPath(uri, '..')).map((uri) => [uri.toString(), uri]));
    this.#subscriptions = Disposable.from(
      ...[...folders.values()].flatMap((folder) => {
        const watcher = workspace.createFileSystemWatcher(new RelativePattern(folder, '*'));
        return [watcher, watcher.onDidChange(changed), watcher.onDidCreate(changed)];
      }),
      workspace.onDidSaveTextDocument(({ uri }) => changed(uri)),
    );
  }

  /** Of the run that follows the last change. */
  get signal(): AbortSignal {
    return this.#running.signal;
  }

  /** Cancels what runs, and what a change has announced. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#running.abort();
    this.#running = new AbortController();
  }

  dispose(): void {
    this.cancel();
    this.#subscriptions.dispose();
  }
}

async function showInvalidDataset(dataset: Uri): Promise<void> {
  const message = l10n.t('{0} has errors. Fix them before you check data.', fileName(dataset));
  const choice = await notify('error', message, { buttons: { show: l10n.t('Show Problems') } });
  if (choice === 'show') await commands.executeCommand('workbench.actions.view.problems');
}

async function notifyResult({ dataset, findings }: CheckResult, canUpdate: boolean) {
  const count = findings.filter(({ severity }) => severity !== 'note').length;
  const name = fileName(dataset);
  if (count === 0) {
    void notify('information', l10n.t('The data fits {0}.', name));
    return undefined;
  }
  const unfit =
    count === 1
      ? l10n.t("The data doesn't fit {0}: 1 problem.", name)
      : l10n.t("The data doesn't fit {0}: {1} problems.", name, count);
  const fit =
    count === 1
      ? l10n.t('The data fits {0}, with 1 warning.', name)
      : l10n.t('The data fits {0}, with {1} warnings.', name, count);
  return notify('warning', findings.some(({ severity }) => severity === 'error') ? unfit : fit, {
    buttons: {
      show: l10n.t('Show Problems'),
      ...(canUpdate && { update: l10n.t('Update Table…') }),
      options: readingOptionsTitle(),
    },
  });
}

/** Findings as a Markdown document, for files that are no text. */
function report(findings: readonly CheckFinding[]): string {
  const rows = findings.map(
    ({ file, message }) => `| ${markdownText(fileName(Uri.parse(file)))} | ${markdownSentence(message)} |\n`,
  );
  return `| ${l10n.t('File')} | ${l10n.t('Problem')} |\n|---|---|\n${rows.join('')}`;
}
