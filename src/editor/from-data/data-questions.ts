import {
  FileType,
  l10n,
  type QuickPickItem,
  TabInputCustom,
  TabInputText,
  type TextDocument,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { TextChecks } from '../../app/document-tasks/text-checks.ts';
import { type DocumentFormat, itemsOf, nameIn } from '../../dataset/dataset.ts';
import { foldedName } from '../../dataset/rules/names.ts';
import { decimalTypes, defaultDecimalType, findDecimalType } from '../../dataset/rules/type-names.ts';
import { dataExtensions, dataFilesIn, isDataFile } from '../../inference/formats/formats.ts';
import type { InferredTable } from '../../inference/inferred-table.ts';
import type { DataEntry } from '../../project/data-entry.ts';
import { plainText, withoutIcons } from '../../text/plain-text.ts';
import { homeOf } from '../authoring/features/declare.ts';
import { passedTargets } from '../documents/targets.ts';
import { workspaceFiles } from '../studio/stored-files.ts';
import { fileName, isFile, isInWorkspace, openDocument, pathOf } from '../studio/uris.ts';
import { showFailure } from '../ui/notifications.ts';
import type { FromDataHost } from './infer-files.ts';

/** The position of the table at the cursor, of that of the data's entry, or of the only one; otherwise asks. `undefined` if the user cancels. */
export async function chooseTable(
  document: TextDocument,
  format: DocumentFormat,
  dataset: unknown,
  checks: TextChecks,
  entry: DataEntry | undefined,
): Promise<number | undefined> {
  const editor = window.visibleTextEditors.find((each) => each.document === document);
  const atCursor =
    editor &&
    (await checks.runOn(
      { text: document.getText(), format },
      { kind: 'tableIndex', offset: document.offsetAt(editor.selection.active) },
    ));
  if (atCursor !== undefined) return atCursor;
  const tables = itemsOf(dataset, 'tables');
  if (tables.length === 0) {
    showFailure(l10n.t('The document has no tables. Run New Dataset from Data Files instead.'));
    return undefined;
  }
  const named = tables.findIndex(
    (table) => foldedName(nameIn(table) ?? '') === foldedName(entry?.table ?? ''),
  );
  if (entry?.table !== undefined && named >= 0 && entry.dataset === pathOf(document.uri)) return named;
  if (tables.length === 1) return 0;
  const items = tables.map((table, index) => ({
    label: itemText(nameIn(table) ?? '') || l10n.t('(unnamed)'),
    index,
  }));
  const choice = await window.showQuickPick(items, {
    title: l10n.t('Update Table from Data File'),
    placeHolder: l10n.t('Select the table to update'),
  });
  return choice?.index;
}

/** The only table of a file, or the one of a name, in a list; otherwise asks. `undefined` if the user cancels. */
export async function chooseDataTable(
  tables: readonly InferredTable[],
  name: string | undefined,
): Promise<InferredTable | undefined> {
  const found = tables.length === 1 ? tables[0] : tables.find((table) => table.name === name);
  if (found) return found;
  const items: (QuickPickItem & { readonly table: InferredTable })[] = tables.map((table) => ({
    label: itemText(table.name),
    table,
  }));
  const choice = await window.showQuickPick(items, {
    title: l10n.t('Update Table from Data File'),
    placeHolder: l10n.t('The file contains several tables. Select the one to compare with'),
    ignoreFocusOut: true,
  });
  return choice?.table;
}

/** Text from data or a document for an item of a Quick Pick. */
export function itemText(text: string, maxLength?: number): string {
  return withoutIcons(plainText(text, maxLength));
}

/** The data type for fractions in a dataset. */
export interface DecimalType {
  /** The one that is declared, or that was chosen before. */
  readonly known: string | undefined;
  /** The project file that a chosen one is added to, for people. Undefined outside of the workspace, where nothing is written. */
  readonly home: string | undefined;
  /** Declares a chosen one. Outside of the workspace, it is kept for the window. */
  choose(dataType: string): Promise<void>;
}

/** `dataset`: its URI, also of one that doesn't exist yet. */
export async function decimalTypeOf(
  { settings }: Pick<FromDataHost, 'settings'>,
  dataset: Uri,
): Promise<DecimalType> {
  const { dataTypes } = await settings.validation(dataset);
  const known = findDecimalType(dataTypes);
  if (!isInWorkspace(dataset)) {
    const choose = async (dataType: string) => {
      settings.chosenDecimalType = dataType;
    };
    return { known: known ?? settings.chosenDecimalType, home: undefined, choose };
  }
  const homeFor = (dataType: string) => homeOf({ kind: 'data-type', dataType }, dataset, settings);
  return {
    known,
    home: (await homeFor(defaultDecimalType))?.name,
    choose: async (dataType) => (await homeFor(dataType))?.declare(),
  };
}

/** The known data type for fractions; otherwise asks for one. `undefined` if the user cancels. */
export async function chooseDecimalType(
  host: Pick<FromDataHost, 'settings'>,
  dataset: Uri,
): Promise<string | undefined> {
  const { known, home, choose } = await decimalTypeOf(host, dataset);
  if (known !== undefined) return known;
  const items: QuickPickItem[] = decimalTypes.map((label) => ({ label }));
  const choice = await window.showQuickPick(items, {
    title: l10n.t('Data Type for Decimal Numbers'),
    placeHolder: home
      ? l10n.t('Select the data type for numbers such as 1.5. It is added to {0}.', home)
      : l10n.t('Select the data type for numbers such as 1.5.'),
    ignoreFocusOut: true,
  });
  if (choice === undefined) return undefined;
  await choose(choice.label);
  return choice.label;
}

/** Files of one dataset, and levels of folders that they are looked for in. */
const maxFiles = 1000;
const maxDepth = 20;

/** The data file in the active editor: in a text editor, also one whose file is too large for text, or in another editor for data. */
export function activeDataFile(): Uri | undefined {
  const { document } = window.activeTextEditor ?? {};
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  const isEditor = input instanceof TabInputText || input instanceof TabInputCustom;
  return [document?.uri, isEditor ? input.uri : undefined].find(
    (uri) =>
      uri !== undefined &&
      isFile(uri) &&
      uri.scheme !== 'untitled' &&
      isDataFile(fileName(uri)) &&
      // JSON with comments is for settings, and no data.
      openDocument(uri)?.languageId !== 'jsonc',
  );
}

/**
 * The data files that a command is called with, folders as the data files in them; otherwise the active one, or those that the user
 * selects. Empty if the user cancels, or after a message.
 */
export async function chooseDataFiles(target: unknown, selection: unknown): Promise<readonly Uri[]> {
  const passed = (await passedTargets(target, selection))?.uris;
  if (passed === undefined) return [];
  const active = activeDataFile();
  if (passed.length === 0) return active ? [active] : ((await openDialog()) ?? []);
  const files: Uri[] = [];
  for (const uri of passed) {
    const inFolder: Uri[] = [];
    if (await workspaceFiles.isFolder(uri)) await collect(uri, inFolder, maxDepth);
    else files.push(uri);
    files.push(...dataFilesIn(inFolder, fileName));
  }
  if (files.length === 0) {
    const extensions = dataExtensions.map((extension) => `.${extension}`).join(', ');
    showFailure(l10n.t('The folder contains no data files. Data files end in {0}.', extensions));
  }
  if (files.length <= maxFiles) return files;
  showFailure(l10n.t('There are more than {0} data files. Select fewer files.', maxFiles));
  return [];
}

/** Several files, or one. */
export async function openDialog(canSelectMany = true): Promise<readonly Uri[] | undefined> {
  return window.showOpenDialog({
    canSelectMany,
    title: canSelectMany ? l10n.t('Select Data Files') : l10n.t('Select a Data File'),
    openLabel: l10n.t('Select'),
    filters: { [l10n.t('Data files')]: [...dataExtensions, 'gz'], [l10n.t('All files')]: ['*'] },
  });
}

/** Adds the data files in a folder and below, in the order of their names. Hidden folders and links are left out. */
async function collect(folder: Uri, files: Uri[], depth: number): Promise<void> {
  const entries = await workspace.fs.readDirectory(folder);
  for (const [name, type] of entries.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (files.length > maxFiles) return;
    const uri = Uri.joinPath(folder, name);
    if (type === FileType.File && isDataFile(fileName(uri))) files.push(uri);
    const isSearched = type === FileType.Directory && !name.startsWith('.') && name !== 'node_modules';
    if (isSearched && depth > 0) await collect(uri, files, depth - 1);
  }
}
