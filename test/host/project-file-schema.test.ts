import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { expectProblems, folder, uriOf, valid, validateAll } from './authoring/all-datasets.ts';
import { closeEditors, removeIfPresent } from './authoring/documents.ts';

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
    // The JSON service would have found it by now.
    await expectProblems(dataset);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    assert.deepEqual(messages(), ['Unknown property "exlude". Did you mean "exclude"?']);
    const [problem] = vscode.languages.getDiagnostics(project);
    assert.equal(problem?.severity, vscode.DiagnosticSeverity.Error);
    assert.equal(problem?.source, 'dataset');
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      project,
      problem?.range,
    );
    const fix = actions.find(({ title }) => title === 'Change to "exclude"');
    assert.ok(fix?.edit && (await vscode.workspace.applyEdit(fix.edit)));
    await expectProblems(project);
    const offered = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      project,
      new vscode.Position(0, 1),
    );
    assert.ok(offered.items.some(({ label }) => label === 'names'));
  });
});
