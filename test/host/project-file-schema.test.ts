import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { expectProblems, folder, uriOf, valid, validateAll } from './authoring/all-datasets.ts';
import { closeEditors, eventually, removeIfPresent } from './authoring/documents.ts';

// Not beside the other tests of project files: the window without a server has no JSON language service.
describe('The schema of a project file', function () {
  this.timeout(120_000);

  afterEach(async () => {
    await closeEditors();
    await removeIfPresent(folder);
    await validateAll();
  });

  it('has each problem once, whether the file is closed or open', async () => {
    const [project, dataset] = [uriOf('dataset-studio.json'), uriOf('a.dataset.json')];
    await vscode.workspace.fs.writeFile(dataset, new TextEncoder().encode(valid));
    await vscode.workspace.fs.writeFile(project, new TextEncoder().encode('{ "exlude": [] }'));
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(dataset));
    await expectProblems(project, 'project-file');
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(project));
    const messages = () => vscode.languages.getDiagnostics(project).map(({ message }) => message);
    await eventually(() =>
      messages().length === 1 && !messages()[0]?.startsWith('Unknown') ? true : undefined,
    );
    assert.match(messages().join(), /^Property exlude is not allowed\.?$/);
  });
});
