import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { applyTextEdits } from '../../src/editor/designer/document-edits.ts';
import { exportPicture } from '../../src/editor/designer/export-diagram.ts';
import { isReadOnlyFile } from '../../src/editor/designer/read-only-file.ts';
import { Answers } from './answers.ts';
import { closeEditors, openDocument } from './authoring/documents.ts';

describe('An edit in the designer', function () {
  this.timeout(60_000);
  const files = () => vscode.workspace.getConfiguration('files');

  async function editedDocument() {
    const document = await openDocument('.dataset.json', '{ "name": "a" }');
    const edit = (newText: string) =>
      applyTextEdits(document, document.version, [{ start: 11, end: 12, newText }]);
    return { document, edit };
  }

  afterEach(async () => {
    await files().update('readonlyInclude', undefined, vscode.ConfigurationTarget.Workspace);
    await files().update('autoSave', undefined, vscode.ConfigurationTarget.Workspace);
    await files().update('autoSaveDelay', undefined, vscode.ConfigurationTarget.Workspace);
    await closeEditors();
  });

  for (const autoSave of ['off', 'afterDelay'])
    it(`of a read-only file is reverted and reported, with auto save ${autoSave}`, async () => {
      await files().update('autoSave', autoSave, vscode.ConfigurationTarget.Workspace);
      await files().update('autoSaveDelay', 1, vscode.ConfigurationTarget.Workspace);
      const { document, edit } = await editedDocument();
      assert.deepEqual(await edit('b'), {});
      await document.save();
      const include = { '**/*.dataset.json': true };
      await files().update('readonlyInclude', include, vscode.ConfigurationTarget.Workspace);
      assert.ok(isReadOnlyFile(document));
      assert.deepEqual(await edit('c'), {
        failure: 'The file is read-only, so the change was reverted.',
        isReadOnly: true,
      });
      assert.equal(document.getText(), '{ "name": "b" }');
    });

  it('is known to be impossible where the settings make files read-only', async () => {
    const { document } = await editedDocument();
    for (const [pattern, isReadOnly] of [
      ['opened/*', true],
      ['*.dataset.json', false],
      ['other/**', false],
    ] as const) {
      await files().update('readonlyInclude', { [pattern]: true }, vscode.ConfigurationTarget.Workspace);
      assert.equal(isReadOnlyFile(document), isReadOnly, pattern);
    }
  });

  it('of a document without a file is kept', async () => {
    const document = await vscode.workspace.openTextDocument({ language: 'json', content: '{}' });
    const edits = [{ start: 0, end: 2, newText: '' }];
    assert.deepEqual(await applyTextEdits(document, document.version, edits), {});
  });
});

describe('A picture of the designer', () => {
  const answers = new Answers();

  afterEach(async () => {
    answers.restore();
    await closeEditors();
  });

  for (const name of ['noext', 'a.svg.txt', 'a.md'])
    it(`is not written to ${name}, with the extensions that work`, async () => {
      const document = await openDocument('.dataset.json', '{ "name": "a" }');
      const file = vscode.Uri.joinPath(document.uri, '..', name);
      answers.pressing().savingTo(file);
      await exportPicture(document, async () => assert.fail('drawn'));
      assert.equal(
        answers.asked.at(-1)?.trim(),
        `The picture can't be written to ${name}. Use a name that ends in .png or .svg.`,
      );
      await assert.rejects(async () => vscode.workspace.fs.stat(file));
    });
});
