import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeEditors, eventually, openDocument, replaceText } from './documents.ts';

const valid =
  '{ "name": "Sales", "tables": [{ "name": "T", "columns": [{ "name": "C", "dataType": "Int64" }] }] }';

function codeOf({ code }: vscode.Diagnostic): unknown {
  return typeof code === 'object' ? code.value : code;
}

function bytes(...parts: readonly (string | readonly number[])[]): Uint8Array {
  const encoder = new TextEncoder();
  return Uint8Array.from(
    parts.flatMap((part) => [...(typeof part === 'string' ? encoder.encode(part) : part)]),
  );
}

/** All problems of a document, whoever reports them, once those of `codes` are among them. */
async function problemsOf(document: vscode.TextDocument, ...codes: string[]): Promise<vscode.Diagnostic[]> {
  const found = await eventually(() => {
    const problems = vscode.languages.getDiagnostics(document.uri);
    const present = problems.map(codeOf);
    return codes.every((code) => present.includes(code)) ? problems : undefined;
  });
  assert.ok(
    found,
    `no ${codes.join(', ')} among ${vscode.languages.getDiagnostics(document.uri).map(codeOf)}`,
  );
  // Another reporter, such as VS Code's JSON service, would have spoken by now.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  return vscode.languages.getDiagnostics(document.uri);
}

describe('Problems of a dataset file', function () {
  this.timeout(120_000);
  afterEach(closeEditors);

  for (const [code, text] of [
    ['syntax', valid.replace(/ }$/, ', }')],
    ['duplicate-key', valid.replace('"name": "Sales"', '"name": "Sales", "n\\u0061me": "Other"')],
    [
      'missing-property',
      '{ "tables": [{ "name": "T", "columns": [{ "name": "C", "dataType": "Int64" }] }] }',
    ],
    ['wrong-type', valid.replace('"Sales"', '7')],
    ['unknown-data-type', valid.replace('Int64', 'int64')],
    ['unknown-property', valid.replace('"name": "C"', '"name": "C", "colour": "red"')],
  ] as const)
    it(`name ${code} once, whoever reports it`, async () => {
      const document = await openDocument('.dataset.json', text);
      const problems = await problemsOf(document, code);
      assert.deepEqual(problems.map(codeOf), [code]);
      assert.equal(problems[0]?.source, 'dataset');
    });

  it('are the same in YAML', async () => {
    const document = await openDocument(
      '.dataset.yaml',
      'name: Sales\ntables:\n  - name: T\n    columns:\n      - name: C\n        dataType: int64\n',
    );
    const [problem, ...others] = await problemsOf(document, 'unknown-data-type');
    assert.deepEqual(others, []);
    assert.equal(problem?.range.start.line, 5);
  });

  for (const [what, content, message] of [
    ['a byte order mark', bytes([0xef, 0xbb, 0xbf], valid), /without BOM/],
    ['UTF-16', bytes([0xff, 0xfe], [...valid].join('\0'), [0]), /utf16le/],
  ] as const)
    it(`tell what the editor doesn't show of the file: ${what}`, async () => {
      const document = await openDocument('.dataset.json', content);
      const [problem, ...others] = await problemsOf(document, 'syntax');
      assert.deepEqual(others, []);
      assert.match(problem?.message ?? '', message);
      await replaceText(document, valid.replace('Int64', 'int64'));
      assert.deepEqual((await problemsOf(document, 'unknown-data-type')).map(codeOf), [
        'syntax',
        'unknown-data-type',
      ]);
    });

  it('tell the byte that is no UTF-8, until the character that the editor shows for it is saved', async () => {
    const [before = '', after = ''] = valid.split('Sales');
    const document = await openDocument('.dataset.json', bytes(before, [0xe9], after));
    const codes = (...expected: string[]) =>
      eventually(
        () =>
          vscode.languages.getDiagnostics(document.uri).map(codeOf).join() === expected.join() || undefined,
      );
    assert.ok(await codes('syntax'));
    const [problem] = vscode.languages.getDiagnostics(document.uri);
    assert.match(problem?.message ?? '', /0xe9/);
    assert.deepEqual(problem?.range.start, document.positionAt(before.length));

    await replaceText(document, document.getText().replace('Int64', 'int64'));
    assert.ok(await codes('unknown-data-type'), 'what is in the editor has no such byte');
    await vscode.commands.executeCommand('undo');
    assert.ok(await codes('syntax'), 'the file still has it');
    await replaceText(document, document.getText().replace('Int64', 'int64'));
    await document.save();
    assert.ok(await codes('unknown-data-type'), 'the file has the character itself');
  });

  it('link their code to its documentation', async () => {
    const document = await openDocument('.dataset.json', valid.replace('"Sales"', '7'));
    const [problem] = await problemsOf(document, 'wrong-type');
    const code = problem?.code;
    assert.ok(typeof code === 'object');
    assert.match(code.target.toString(), /docs\/rules\.md#wrong-type$/);
  });

  it('follow typing, without a save', async () => {
    const document = await openDocument('.dataset.json', valid);
    await replaceText(document, valid.replace('"tables"', '"tabels"'));
    await problemsOf(document, 'missing-property', 'unknown-property');
    await replaceText(document, valid);
    assert.ok(
      await eventually(() => vscode.languages.getDiagnostics(document.uri).length === 0 || undefined),
    );
  });

  it('follow a change of dataset.rules and dataset.dataTypes at once', async () => {
    const configuration = () => vscode.workspace.getConfiguration('dataset');
    const document = await openDocument('.dataset.json', valid.replace('Int64', 'Money'));
    try {
      const severity = async (expected: vscode.DiagnosticSeverity) =>
        eventually(
          () => vscode.languages.getDiagnostics(document.uri)[0]?.severity === expected || undefined,
        );
      assert.ok(await severity(vscode.DiagnosticSeverity.Warning));
      await configuration().update(
        'rules',
        { 'unknown-data-type': 'error' },
        vscode.ConfigurationTarget.Workspace,
      );
      assert.ok(await severity(vscode.DiagnosticSeverity.Error));
      await configuration().update('dataTypes', ['Money'], vscode.ConfigurationTarget.Workspace);
      assert.ok(
        await eventually(() => vscode.languages.getDiagnostics(document.uri).length === 0 || undefined),
      );
    } finally {
      await configuration().update('rules', undefined, vscode.ConfigurationTarget.Workspace);
      await configuration().update('dataTypes', undefined, vscode.ConfigurationTarget.Workspace);
    }
  });

  it('go when validation is turned off', async () => {
    const document = await openDocument('.dataset.json', '{');
    await problemsOf(document, 'syntax');
    const configuration = vscode.workspace.getConfiguration('dataset');
    try {
      await configuration.update('validate', false, vscode.ConfigurationTarget.Workspace);
      assert.ok(
        await eventually(() => vscode.languages.getDiagnostics(document.uri).length === 0 || undefined),
      );
    } finally {
      await configuration.update('validate', undefined, vscode.ConfigurationTarget.Workspace);
    }
  });

  it('are none in other JSON files', async () => {
    const document = await openDocument('.json', '{ "name": 7 }');
    await new Promise((resolve) => setTimeout(resolve, 1000));
    assert.deepEqual(vscode.languages.getDiagnostics(document.uri), []);
  });
});
