import { commands, l10n, Uri, window, workspace } from 'vscode';
import {
  type CheckedData,
  type CheckFinding,
  checkData,
  readDataset,
  unreadableFinding,
} from '../../../app/check-data.ts';
import { itemsOf, nameIn } from '../../../dataset/dataset.ts';
import { validateText } from '../../../dataset/document.ts';
import { isDatasetFile, isTextData } from '../../../inference/formats/formats.ts';
import { markdownSentence, markdownText } from '../../../text/markdown.ts';
import { activeDocumentUri } from '../../active-document.ts';
import type { TaskChecking } from '../../authoring/checking/text-checks.ts';
import { findDatasetFiles } from '../../authoring/workspace/dataset-files.ts';
import { languages } from '../../languages.ts';
import { notify, showFailure } from '../../notifications.ts';
import type { ReadOnlyDocuments } from '../../read-only-documents.ts';
import { showMarkdownBeside } from '../../show-markdown-beside.ts';
import { chooseDataFiles, openDialog } from '../choose-data-files.ts';
import { readingOptionsTitle } from '../data-page.ts';
import { type FromDataHost, fileName, inferFiles, openDataFiles } from '../infer-files.ts';
import { askHowToRead, withReadingProgress } from '../read-data.ts';
import { readTableRequest } from '../update-from-data.ts';
import type { DataProblems, UpdateRequest } from './data-problems.ts';

/** What a check of data files works with. */
export interface DataChecking {
  readonly host: FromDataHost;
  readonly settings: TaskChecking['settings'];
  readonly documents: ReadOnlyDocuments;
  readonly problems: DataProblems;
}

/**
 * **Check Data File…**: shows what in data files doesn't fit a dataset. `target`: the dataset's URI, then `request` may name
 * the position of a table (`table`); or URIs of data files, as the Explorer passes them. By default, the active editor's dataset.
 */
export async function checkDataFile(
  checking: DataChecking,
  target: unknown,
  request: unknown,
): Promise<void> {
  const active = activeDocumentUri();
  const uri = target instanceof Uri ? target : Array.isArray(target) ? undefined : active;
  const isDataset = uri !== undefined && isDatasetFile(uri.path);
  const files = isDataset ? ((await openDialog()) ?? []) : await chooseDataFiles(target, request);
  if (files.length === 0) return;
  const dataset = isDataset ? uri : await chooseDataset();
  if (dataset === undefined) return;
  await check(checking, dataset, files, isDataset ? request : undefined);
}

/** The only dataset of the workspace; otherwise asks. `undefined` if the user cancels, or after a message. */
async function chooseDataset(): Promise<Uri | undefined> {
  const found = await findDatasetFiles();
  if (found.length < 2) {
    if (found.length === 0)
      showFailure(l10n.t('The workspace contains no dataset file. Run New Dataset from Data Files first.'));
    return found[0];
  }
  const items = found
    .map((uri) => ({ label: workspace.asRelativePath(uri), uri }))
    .sort((a, b) => (a.label < b.label ? -1 : 1));
  const choice = await window.showQuickPick(items, {
    title: l10n.t('Check Data File'),
    placeHolder: l10n.t('Select the dataset that the data belongs to'),
  });
  return choice?.uri;
}

async function check(
  checking: DataChecking,
  dataset: Uri,
  files: readonly Uri[],
  request: unknown,
): Promise<void> {
  const { host, settings, documents, problems } = checking;
  const together = files.join('\n');
  const reading = problems.readings.get(together) ?? {};
  const document = await workspace.openTextDocument(dataset);
  const format = languages.get(document.languageId);
  const text = document.getText();
  const value =
    format &&
    (await readDataset(
      new TextEncoder().encode(text),
      format,
      await validateText(text, format, settings.validation(dataset)),
    ));
  if (!value?.ok) {
    const message = l10n.t('{0} has errors. Fix them before you check data.', fileName(dataset));
    const choice = await notify('error', message, { buttons: { show: l10n.t('Show Problems') } });
    if (choice === 'show') await commands.executeCommand('workbench.actions.view.problems');
    return;
  }
  const tables = itemsOf(value.value, 'tables').map(nameIn);
  const result = await withReadingProgress(files, async (options) => {
    const opened = await openDataFiles(host, files, options.signal, (uri) => uri.toString());
    const checked = await checkData(
      opened.files,
      value.value,
      { ...options, reading, table: tables[readTableRequest(request).table ?? -1] },
      host.read,
    );
    return { checked, unopened: opened.problems };
  });
  if (!result.checked.ok) return;
  problems.clear();
  const checked = result.checked.value;
  const findings = [
    ...result.unopened.map(({ file, message }) => unreadableFinding(file, message)),
    ...checked.findings,
  ];
  const updateOf = (file: Uri) => {
    const update = updateRequest(dataset, tables, file, checked);
    return update && { ...update, reading };
  };
  const reported: CheckFinding[] = [];
  for (const file of files) {
    const ofFile = findings.filter((finding) => finding.file === file.toString());
    const isShown =
      ofFile.length > 0 && isTextData(file.path) && (await problems.show(file, ofFile, updateOf(file)));
    if (!isShown) reported.push(...ofFile);
  }
  if (reported.length > 0)
    await showMarkdownBeside(
      documents.add(`${l10n.t('Check of {0}', fileName(dataset))}.md`, report(reported)),
    );
  const update = files.map(updateOf).find((each) => each !== undefined);
  switch (await notifyResult(dataset, findings, update)) {
    case 'update':
      return commands.executeCommand('dataset.updateFromData', dataset, update);
    case 'options': {
      const read = await withReadingProgress(files, (options) =>
        inferFiles(host, files, { ...options, reading }),
      );
      const answer = read && (await askHowToRead(host, files, read, { accept: l10n.t('Check'), reading }));
      if (answer === undefined) return;
      problems.readings.set(together, answer.reading);
      return check(checking, dataset, files, request);
    }
    case 'show':
      return commands.executeCommand('workbench.actions.view.problems');
  }
}

/** The first table of a file that an update can change. */
function updateRequest(
  dataset: Uri,
  tables: readonly (string | undefined)[],
  file: Uri,
  { findings }: CheckedData,
): Omit<UpdateRequest, 'reading'> | undefined {
  const finding = findings.find(
    (each) => each.file === file.toString() && each.column !== null && each.severity === 'error',
  );
  if (!finding?.table) return undefined;
  const table = tables.indexOf(finding.table);
  return table < 0 ? undefined : { dataset, table, file };
}

async function notifyResult(
  dataset: Uri,
  findings: readonly CheckFinding[],
  update: UpdateRequest | undefined,
) {
  const count = findings.filter(({ severity }) => severity !== 'note').length;
  const name = fileName(dataset);
  if (count === 0) {
    void notify('information', l10n.t('The data fits {0}.', name));
    return undefined;
  }
  const message =
    count === 1
      ? l10n.t("The data doesn't fit {0}: 1 problem.", name)
      : l10n.t("The data doesn't fit {0}: {1} problems.", name, count);
  return notify('warning', message, {
    buttons: {
      ...(update && { update: l10n.t('Update Table…') }),
      options: readingOptionsTitle(),
      show: l10n.t('Show Problems'),
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
