import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { closeEditors, eventually, openDocument } from '../authoring/documents.ts';
import { lensesOf } from '../authoring/lenses.ts';

/** No other test has created this content: there would be a lens of the dataset. */
const name = randomUUID();
const json = `{ "name": "${name}", "tables": [{ "name": "T", "columns": [{ "name": "C", "dataType": "Int64" }] }] }`;
const yaml = `name: ${name}\ntables:\n  - name: T\n    columns:\n      - {name: C, dataType: Int64}\n`;

describe('The code lenses for submitting', function () {
  this.timeout(120_000);
  // The tests before this one may have selected an environment.
  beforeEach(resetSettings);
  afterEach(async () => {
    await resetSettings();
    await closeEditors();
  });

  async function titles(document: vscode.TextDocument, expected: readonly string[]): Promise<void> {
    let last: string[] = [];
    const found = await eventually(async () => {
      last = (await lensesOf(document)).map(({ command }) => command?.title ?? '');
      return JSON.stringify(last) === JSON.stringify(expected) || undefined;
    });
    assert.ok(found, `${JSON.stringify(last)} instead of ${JSON.stringify(expected)}`);
  }

  async function setting(name: string, value: unknown): Promise<void> {
    await vscode.workspace.getConfiguration('dataset').update(name, value, vscode.ConfigurationTarget.Global);
  }

  async function resetSettings(): Promise<void> {
    for (const name of ['environments', 'environment', 'validate']) await setting(name, undefined);
  }

  const environment = (name: string) => ({
    name,
    baseUrl: `https://${name}.example`,
    auth: { grantType: 'token' },
  });

  it('run the command with the document, and state no verdict, which VS Code would show late', async () => {
    const document = await openDocument('.dataset.json', json);
    await titles(document, ['Create Dataset…']);
    const [lens] = await lensesOf(document);
    assert.equal(lens?.command?.command, 'dataset.create');
    assert.equal(lens?.range.start.line, 0);
    assert.equal(String(lens?.command?.arguments?.[0]), document.uri.toString());
  });

  it('show the environment, and are updated with the settings', async () => {
    const document = await openDocument('.dataset.yaml', yaml);
    await setting('environments', [environment('staging'), environment('production')]);
    await titles(document, ['Create Dataset…']);
    await setting('environment', 'staging');
    await titles(document, ['Create Dataset → staging']);
    await setting('environment', 'production');
    await titles(document, ['Create Dataset → production']);
  });
});
