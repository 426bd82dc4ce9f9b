import {
  commands,
  type Diagnostic,
  l10n,
  languages,
  Selection,
  TextEditorRevealType,
  type Uri,
} from 'vscode';
import { notify } from '../notifications.ts';
import type { Sample } from './sample.ts';

/** How long to wait for the problems of a document that was just opened, in milliseconds. */
const maxWait = 5000;

/** Opens the quick fix menu of the first problem of the sample. */
export async function showSampleProblem(sample: Sample): Promise<void> {
  const editor = await sample.show();
  if (!editor) return;
  const problem = await firstProblem(editor.document.uri);
  if (!problem) {
    void notify('information', l10n.t('The dataset has no problems.'));
    return;
  }
  editor.selection = new Selection(problem.range.start, problem.range.start);
  editor.revealRange(problem.range, TextEditorRevealType.InCenterIfOutsideViewport);
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
