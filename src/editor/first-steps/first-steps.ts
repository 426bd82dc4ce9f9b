import {
  commands,
  type Disposable,
  l10n,
  languages,
  type QuickPickItem,
  type TextDocument,
  type TextEditor,
  type Uri,
  ViewColumn,
  type WorkspaceFolder,
  window,
  workspace,
} from 'vscode';
import { isDataset } from '../languages.ts';
import { notify } from '../notifications.ts';
import { openDocument, unusedUri } from '../uris.ts';

/** Notices when a dataset that had problems has none after an edit, which completes a step of the walkthrough. */
export function followProblemStep(): Disposable {
  /** The version of each dataset document that had problems, by URI. */
  const versions = new Map<string, number>();
  const wasFixed = (uri: Uri) => {
    const key = uri.toString();
    const document = openDocument(uri);
    // Closing a document removes its problems, too.
    if (!document || !isDataset(document)) return false;
    // The setting `dataset.validate` removes the problems of a document without changing it.
    if (!languages.getDiagnostics(uri).some(({ source }) => source === 'dataset'))
      return document.version > (versions.get(key) ?? Number.POSITIVE_INFINITY);
    versions.set(key, document.version);
    return false;
  };
  const listener = languages.onDidChangeDiagnostics(({ uris }) => {
    if (!uris.some(wasFixed)) return;
    listener.dispose();
    void commands.executeCommand('setContext', 'dataset.problemFixed', true);
  });
  return listener;
}

/** Opens the quick fix menu of the first problem of the sample. */
export async function showSampleProblem(sample: Sample): Promise<void> {
  const editor = await sample.show();
  if (!editor) return;
  const hasProblem = await commands.executeCommand<boolean>('_dataset.showQuickFixes', editor.document.uri);
  if (!hasProblem) void notify('information', l10n.t('The dataset has no problems.'));
}

const openedContext = 'dataset.sampleOpened';

/** The sample of the walkthrough, which every window opens on its own. */
export class Sample {
  #document: TextDocument | undefined;

  /** Shows the sample beside the walkthrough, or where it is open. Undefined if the user cancels. */
  async open(): Promise<TextEditor | undefined> {
    const column = besideWalkthrough();
    if (this.#document && !this.#document.isClosed) return showDocument(this.#document, column);
    const document = await createSample();
    if (!document) return undefined;
    this.#document = document;
    const editor = await showDocument(document, column);
    await commands.executeCommand('setContext', openedContext, true);
    return editor;
  }

  /**
   * Shows the dataset that the steps after the first are about: the sample, another dataset if that is visible, or a
   * new sample beside the walkthrough.
   */
  async show(): Promise<TextEditor | undefined> {
    const visible = window.visibleTextEditors.map(({ document }) => document).find(isDataset);
    const document = this.#document?.isClosed === false ? this.#document : visible;
    return document ? showDocument(document, ViewColumn.Beside) : this.open();
  }
}

/**
 * The column to the right of the walkthrough if that is active, otherwise the active one. VS Code activates a column beside
 * the walkthrough for `toSide` in a link, but only if the window is wide.
 */
function besideWalkthrough(): ViewColumn {
  const { activeTab, viewColumn } = window.tabGroups.activeTabGroup;
  // VS Code doesn't tell extensions what the tab of a walkthrough contains. The column is a number, not `ViewColumn.Active`:
  // the walkthrough takes the focus 250 ms after a step was selected, and the sample would cover it.
  return activeTab && activeTab.input === undefined ? viewColumn + 1 : viewColumn;
}

/** Shows a document where it is open, otherwise in `column`. */
function showDocument(document: TextDocument, column: ViewColumn): Thenable<TextEditor> {
  const visible = window.visibleTextEditors.find((editor) => editor.document === document);
  return window.showTextDocument(document, { viewColumn: visible?.viewColumn ?? column, preview: false });
}

/** Undefined if the user cancels. */
async function createSample(): Promise<TextDocument | undefined> {
  const folders = workspace.workspaceFolders ?? [];
  if (folders.length === 0) return untitledSample();
  const place = await askForPlace(folders);
  if (!place) return undefined;
  if (!place.folder) return untitledSample();
  try {
    const uri = await unusedUri(place.folder.uri, 'sample', '.dataset.json');
    await workspace.fs.writeFile(uri, new TextEncoder().encode(sampleText));
    return await workspace.openTextDocument(uri);
  } catch {
    void notify(
      'warning',
      l10n.t(
        "The sample can't be saved in {0}, because the folder is read-only or not available. It is an untitled file instead.",
        place.folder.name,
      ),
    );
    return untitledSample();
  }
}

function untitledSample(): Thenable<TextDocument> {
  return workspace.openTextDocument({ language: 'dataset-json', content: sampleText });
}

interface Place extends QuickPickItem {
  readonly folder?: WorkspaceFolder;
}

async function askForPlace(folders: readonly WorkspaceFolder[]): Promise<Place | undefined> {
  const places: Place[] = [
    ...folders.map((folder) => ({
      label: l10n.t('Save in {0}', folder.name),
      description: 'sample.dataset.json',
      folder,
    })),
    { label: l10n.t("Don't Save"), description: l10n.t('Opens an untitled file') },
  ];
  return window.showQuickPick(places, {
    title: l10n.t('Open Sample'),
    placeHolder: l10n.t('Select where to save the sample'),
  });
}

/** The sample of the walkthrough. It has one problem with a quick fix: `datetime` instead of `DateTime`. */
const sampleText = `{
  "name": "Sample",
  "tables": [
    {
      "name": "Customer",
      "columns": [
        { "name": "CustomerID", "dataType": "Int64" },
        { "name": "Name", "dataType": "string" },
        { "name": "IsActive", "dataType": "bool" }
      ]
    },
    {
      "name": "Order",
      "columns": [
        { "name": "OrderID", "dataType": "Int64" },
        { "name": "CustomerID", "dataType": "Int64" },
        { "name": "OrderedAt", "dataType": "datetime" }
      ]
    }
  ]
}
`;
