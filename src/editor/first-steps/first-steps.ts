import {
  commands,
  l10n,
  languages,
  Range,
  type TextDocument,
  type TextEditor,
  ViewColumn,
  window,
} from 'vscode';
import { showNewDocument } from '../documents/new-document.ts';
import { isDataset } from '../studio/languages.ts';
import { notify } from '../ui/notifications.ts';

/**
 * In milliseconds. A walkthrough takes the focus 250 ms after a step was selected, which would close the menu. The light bulb
 * looks for fixes 250 ms after the cursor moved, and VS Code would then drop the request for the menu.
 */
const quietTime = 500;

/** Opens the quick fix menu of the first problem of the sample. */
export async function showSampleProblem(sample: Sample): Promise<void> {
  const editor = await sample.show();
  const { uri } = editor.document;
  await commands.executeCommand('_dataset.check', uri);
  const problem = languages.getDiagnostics(uri).find(({ source }) => source === 'dataset');
  if (!problem) {
    void notify('info', l10n.t('The dataset has no problems.'));
    return;
  }
  const { start } = problem.range;
  const place = { viewColumn: editor.viewColumn, selection: new Range(start, start) };
  await window.showTextDocument(uri, place);
  await new Promise((resolve) => setTimeout(resolve, quietTime));
  await window.showTextDocument(uri, place);
  await commands.executeCommand('editor.action.quickFix');
}

/** The sample of the walkthrough, which every window opens on its own. */
export class Sample {
  /** From the start, so that a double click opens one. */
  #opening: Promise<TextEditor> | undefined;

  /** Shows the sample beside the walkthrough, or where it is open. */
  async open(): Promise<TextEditor> {
    const column = besideWalkthrough();
    const opened = this.#opening && (await this.#document());
    if (opened) return showDocument(opened, column);
    this.#opening = showNewDocument({ name: 'sample', content: sampleText, format: 'json', column });
    return this.#opening;
  }

  /**
   * Shows the dataset that the steps after the first are about: the sample, another dataset if that is visible, or a
   * new sample beside the walkthrough.
   */
  async show(): Promise<TextEditor> {
    const visible = window.visibleTextEditors.map(({ document }) => document).find(isDataset);
    const document = (await this.#document()) ?? visible;
    return document ? showDocument(document, ViewColumn.Beside) : this.open();
  }

  /** The sample, if it is open. */
  async #document(): Promise<TextDocument | undefined> {
    const editor = await this.#opening?.catch(() => undefined);
    return editor?.document.isClosed === false ? editor.document : undefined;
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
