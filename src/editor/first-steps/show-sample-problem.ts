import {
  commands,
  type Diagnostic,
  l10n,
  languages,
  Range,
  TextEditorRevealType,
  type Uri,
  ViewColumn,
  window,
} from 'vscode';
import { notify } from '../notifications.ts';
import type { Sample } from './sample.ts';

/** How long to wait for the problems of a document that was just opened, in milliseconds. */
const maxWait = 5000;

/**
 * In milliseconds. VS Code closes the menu if the walkthrough takes the focus, which it does 250 ms after a step was
 * selected, and doesn't open it if it looks for the fixes of the light bulb meanwhile, 250 ms after the cursor moved.
 */
const menuDelay = 500;

/** Opens the quick fix menu of the first problem of the sample. */
export async function showSampleProblem(sample: Sample): Promise<void> {
  const editor = await sample.show();
  if (!editor) return;
  const problem = await firstProblem(editor.document.uri);
  if (!problem) {
    void notify('information', l10n.t('The dataset has no problems.'));
    return;
  }
  const { document, viewColumn = ViewColumn.Active } = editor;
  const { start } = problem.range;
  const showProblem = () =>
    window.showTextDocument(document, { viewColumn, preview: false, selection: new Range(start, start) });
  await showProblem();
  await new Promise((resolve) => setTimeout(resolve, menuDelay));
  const shown = await showProblem();
  shown.revealRange(problem.range, TextEditorRevealType.InCenterIfOutsideViewport);
  await commands.executeCommand('editor.action.quickFix');
}

async function firstProblem(uri: Uri): Promise<Diagnostic | undefined> {
  const find = () => languages.getDiagnostics(uri).find(({ source }) => source === 'dataset');
  const known = find();
  if (known) return known;
  return new Promise((resolve) => {
    const end = () => {
      listener.dispose();
      clearTimeout(timer);
      resolve(find());
    };
    const listener = languages.onDidChangeDiagnostics(() => {
      if (find()) end();
    });
    const timer = setTimeout(end, maxWait);
  });
}
