import {
  l10n,
  type QuickPickItem,
  TabInputCustom,
  TabInputText,
  type TextDocument,
  ThemeIcon,
  Uri,
  window,
  workspace,
} from 'vscode';
import { itemsOf, nameIn } from '../../dataset/dataset.ts';
import { readTextValue } from '../../dataset/document.ts';
import { editFailureMessage } from '../../dataset/edits/operation.ts';
import { foldedName } from '../../dataset/rules/names.ts';
import { defaultDecimalType } from '../../dataset/rules/type-names.ts';
import { hasFractions } from '../../inference/inferred-table.ts';
import { inferenceReport } from '../../inference/report/report.ts';
import type { ReadingChoices } from '../../inference/source.ts';
import { columnsOf, expectedColumns } from '../../inference/tables/expected-columns.ts';
import {
  compareWithData,
  isEmptyUpdate,
  type RetypedColumn,
  type TableUpdate,
  updateEdits,
} from '../../inference/tables/table-update.ts';
import { isRecord } from '../../is-record.ts';
import { passedTargets } from '../documents/targets.ts';
import { workspaceEditOf } from '../documents/text-ranges.ts';
import type { CommonStudio } from '../studio/common-studio.ts';
import { datasetFormat } from '../studio/languages.ts';
import { activeDocumentUri, fileName } from '../studio/uris.ts';
import { notify, showFailure } from '../ui/notifications.ts';
import type { UpdateRequest } from './checking/data-problems.ts';
import { readingOptionsTitle } from './data-page.ts';
import { chooseDataTable, chooseDecimalType, chooseTable, itemText, openDialog } from './data-questions.ts';
import { offerReport } from './new-from-data.ts';
import { askHowToRead, inferWithProgress } from './read-data.ts';

/**
 * **Update Table from Data File…**: compares a table with a data file, and makes the changes that the user selects.
 * `target`: the dataset's URI, the active editor's by default. `request` may name the position of the table (`table`), the
 * column that this is about (`column`), the URI of the data file (`file`), and how to read it (`reading`). Shows the dataset.
 */
export async function updateFromData(studio: CommonStudio, target: unknown, request: unknown): Promise<void> {
  const targets = await passedTargets(target);
  if (targets === undefined) return;
  const uri = targets.uris[0] ?? activeDocumentUri();
  const document = uri && (await workspace.openTextDocument(uri).then(undefined, () => undefined));
  const format = document && datasetFormat(document);
  if (!document || !format) {
    showFailure(l10n.t('No dataset file is open. Open one, place the cursor in a table, and try again.'));
    return;
  }
  const before = await readTextValue(document.getText(), format);
  if (!before.ok) return showFailure(editFailureMessage({ kind: 'syntax-errors' }));
  const passed = readTableRequest(request);
  const { file = (await openDialog(false))?.[0] } = passed;
  if (file === undefined) return;
  const { entry } = await studio.settings.dataEntry(file);
  const { table = await chooseTable(document, format, before.value, studio.checks, entry) } = passed;
  if (table === undefined) return;
  const tableBefore = itemsOf(before.value, 'tables')[table];
  const tableName = nameIn(tableBefore);
  const name = tableName ?? '';
  const expected = expectedColumns({ name, columns: columnsOf(tableBefore) });
  let reading: ReadingChoices = { ...(passed.reading ?? entry?.reading), expected };
  let inferred = await inferWithProgress(studio, [file], reading);
  while (inferred !== undefined) {
    const data = await chooseDataTable(inferred.tables, tableName);
    if (data === undefined) return;
    const decimalType = hasFractions([data])
      ? (entry?.decimalType ?? (await chooseDecimalType(studio, document.uri)))
      : defaultDecimalType;
    if (decimalType === undefined) return;

    // The document may have changed while the file was read.
    const { version } = document;
    const text = document.getText();
    const current = await readTextValue(text, format);
    const value = current.ok ? itemsOf(current.value, 'tables')[table] : undefined;
    if (JSON.stringify(value) !== JSON.stringify(tableBefore)) return showChanged();
    const changes = compareWithData(value, data, decimalType);
    if (isEmptyUpdate(changes)) {
      void notify('info', l10n.t('Table {0} fits {1}. There is nothing to change.', name, fileName(file)));
      return;
    }
    const update = await chooseChanges(changes, passed.column, l10n.t('Changes from {0}', fileName(file)));
    if (update === undefined) return;
    if (update === 'options') {
      const question = { accept: l10n.t('Compare'), reading };
      const read = await askHowToRead(studio, [file], inferred, question);
      if (read) ({ reading, files: inferred } = read);
      continue;
    }
    const edits = await updateEdits(text, format, table, update);
    if (!edits.ok) return showFailure(editFailureMessage(edits.failure));
    if (document.version !== version) return showChanged();
    if (!(await workspace.applyEdit(workspaceEditOf(document, edits.value)))) return;
    await reveal(document);
    const made = changeItems(update).map(({ label }) => label);
    const more = made.length - maxListed;
    const listed = [...made.slice(0, maxListed), ...(more > 0 ? [l10n.t('… and {0} more', more)] : [])];
    const save = { title: l10n.t('Save'), run: () => document.save() };
    void offerReport(
      l10n.t('Table {0} was updated: {1}', name, listed.join('; ')),
      studio.documents,
      name,
      inferenceReport([data], decimalType),
      ...(document.isDirty ? [save] : []),
    );
    return;
  }
}

/** Changes that the message lists. */
const maxListed = 3;

/** Shows the document that was changed, unless an editor shows it already, such as the designer. */
async function reveal(document: TextDocument): Promise<void> {
  const key = document.uri.toString();
  const isShown = window.tabGroups.all.some(({ activeTab }) => {
    const input = activeTab?.input;
    const isEditor = input instanceof TabInputText || input instanceof TabInputCustom;
    return isEditor && input.uri.toString() === key;
  });
  if (!isShown) await window.showTextDocument(document, { preview: false });
}

function showChanged(): void {
  showFailure(l10n.t('The document has changed in the meantime. Try again.'));
}

/** The table of a dataset, and the data file, that the argument of a command names. */
export function readTableRequest(request: unknown): Partial<Omit<UpdateRequest, 'dataset'>> {
  if (typeof request !== 'object' || request === null) return {};
  return {
    ...('table' in request && typeof request.table === 'number' && { table: request.table }),
    ...('column' in request && typeof request.column === 'string' && { column: request.column }),
    ...('file' in request && request.file instanceof Uri && { file: request.file }),
    ...('reading' in request && isRecord(request.reading) && { reading: request.reading }),
  };
}

interface ChangeItem extends QuickPickItem {
  /** Of the column. */
  readonly name: string;
  readonly update: Partial<TableUpdate>;
}

/**
 * Asks which changes to make, each in words. `column`: what it is about comes first, and is the only one that is selected. A button in
 * the title leads to the options for reading. `undefined` if the user cancels, or selects nothing.
 */
async function chooseChanges(
  changes: TableUpdate,
  column: string | undefined,
  title: string,
): Promise<TableUpdate | 'options' | undefined> {
  const pick = window.createQuickPick<ChangeItem>();
  pick.canSelectMany = true;
  pick.title = itemText(title);
  pick.placeholder = l10n.t('Select the changes to make');
  pick.ignoreFocusOut = true;
  const items = changeItems(changes);
  const wanted = items.filter(({ name }) => column !== undefined && foldedName(name) === foldedName(column));
  pick.items = [...wanted, ...items.filter((item) => !wanted.includes(item))];
  pick.selectedItems = wanted.length > 0 ? wanted : items.filter(({ update }) => isSelectedAtFirst(update));
  pick.buttons = [{ iconPath: new ThemeIcon('gear'), tooltip: readingOptionsTitle() }];
  return new Promise<TableUpdate | 'options' | undefined>((resolve) => {
    pick.onDidTriggerButton(() => resolve('options'));
    pick.onDidHide(() => resolve(undefined));
    pick.onDidAccept(() => {
      const chosen = pick.selectedItems.map(({ update }) => update);
      resolve(
        chosen.length === 0
          ? undefined
          : {
              added: chosen.flatMap(({ added = [] }) => added),
              missing: chosen.flatMap(({ missing = [] }) => missing),
              retyped: chosen.flatMap(({ retyped = [] }) => retyped),
            },
      );
    });
    pick.show();
  }).finally(() => pick.dispose());
}

/**
 * Not what is removed, which can't be restored from the data, nor what becomes text, which any value fits: a typo would make
 * text of a column of numbers.
 */
function isSelectedAtFirst({ added = [], retyped = [] }: Partial<TableUpdate>): boolean {
  return added.length > 0 || retyped.some(({ to }) => to !== 'string');
}

/** A change of a column each. */
function changeItems({ added, missing, retyped }: TableUpdate): ChangeItem[] {
  return [
    ...retyped.map((column) => ({
      name: column.name,
      label: describeRetyped(column),
      update: { retyped: [column] },
    })),
    ...added.map((column) => ({
      name: column.name,
      label: l10n.t('Add column {0} ({1})', itemText(column.name), itemText(column.dataType)),
      update: { added: [column] },
    })),
    ...missing.map((column) => ({
      name: column.name,
      label: l10n.t('Remove {0}', itemText(column.name)),
      update: { missing: [column] },
    })),
  ];
}

function describeRetyped({ name, from, to, because }: RetypedColumn): string {
  const texts = [itemText(name), itemText(from), itemText(to)] as const;
  return because === undefined
    ? l10n.t('{0}: {1} → {2}', ...texts)
    : l10n.t('{0}: {1} → {2}, because of row {3}: {4}', ...texts, because.row, itemText(because.value, 40));
}
