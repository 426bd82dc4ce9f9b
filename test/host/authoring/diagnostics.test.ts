import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  closeEditors,
  eventually,
  openDocument,
  projectFile,
  removeIfPresent,
  replaceText,
  writeProjectFile,
} from './documents.ts';

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

/** Waits for problems with these codes, then returns all problems of the document. */
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
  return found;
}

/**
 * Waits until this extension and VS Code's JSON support have checked all documents that are open. In a web worker, JSON support
 * doesn't report problems of the tests' files.
 */
async function allChecked(): Promise<void> {
  await problemsOf(await openDocument('.dataset.json', '{'), 'syntax');
  if ('importScripts' in globalThis || !vscode.extensions.getExtension('vscode.json-language-features'))
    return;
  const { uri } = await openDocument('.json', '{');
  assert.ok(await eventually(() => vscode.languages.getDiagnostics(uri).length > 0 || undefined));
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
    it(`include ${code} exactly once`, async () => {
      const document = await openDocument('.dataset.json', text);
      const problems = await problemsOf(document, code);
      assert.deepEqual(problems.map(codeOf), [code]);
      assert.equal(problems[0]?.source, 'dataset');
    });

  it('are reported only by this extension', async () => {
    const document = await openDocument('.dataset.json', valid.replace(/"Sales".* }$/, '7, }'));
    await allChecked();
    const sources = new Set(vscode.languages.getDiagnostics(document.uri).map(({ source }) => source));
    assert.deepEqual([...sources], ['dataset']);
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

  for (const [encoding, content, message] of [
    ['a byte order mark', bytes([0xef, 0xbb, 0xbf], valid), /without BOM/],
    ['UTF-16', bytes([0xff, 0xfe], [...valid].join('\0'), [0]), /utf16le/],
  ] as const)
    it(`include an encoding that the editor accepts but a dataset file must not have: ${encoding}`, async () => {
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

  it('include a byte that is not UTF-8, until the document is changed and saved with U+FFFD', async () => {
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
    assert.ok(await codes('unknown-data-type'), 'the changed text has no invalid byte');
    await vscode.commands.executeCommand('undo');
    assert.ok(await codes('syntax'), 'the saved file still has the invalid byte');
    await replaceText(document, document.getText().replace('Int64', 'int64'));
    await document.save();
    assert.ok(await codes('unknown-data-type'), 'the saved file contains U+FFFD');
  });

  it('link to the documentation of their rule', async () => {
    const document = await openDocument('.dataset.json', valid.replace('"Sales"', '7'));
    const [problem] = await problemsOf(document, 'wrong-type');
    const code = problem?.code;
    assert.ok(typeof code === 'object');
    assert.match(code.target.toString(), /docs\/rules\.md#wrong-type$/);
  });

  it('are updated while typing, without saving', async () => {
    const document = await openDocument('.dataset.json', valid);
    await replaceText(document, valid.replace('"tables"', '"tabels"'));
    await problemsOf(document, 'missing-property');
    await replaceText(document, valid);
    assert.ok(
      await eventually(() => vscode.languages.getDiagnostics(document.uri).length === 0 || undefined),
    );
  });

  it('are updated when dataset.dataTypes changes, which counts only where no project file applies', async () => {
    const document = await openDocument('.dataset.json', valid.replace('Int64', 'Money'));
    const setting = (value: readonly string[] | undefined) =>
      vscode.workspace
        .getConfiguration('dataset')
        .update('dataTypes', value, vscode.ConfigurationTarget.Global);
    try {
      await problemsOf(document, 'unknown-data-type');
      await setting(['Money']);
      assert.ok(
        await eventually(() => vscode.languages.getDiagnostics(document.uri).length === 0 || undefined),
      );
      await writeProjectFile({});
      await problemsOf(document, 'unknown-data-type');
    } finally {
      await setting(undefined);
      await removeIfPresent(projectFile);
    }
  });

  it('are removed when validation is turned off', async () => {
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

  it('are not reported for other JSON files', async () => {
    const document = await openDocument('.json', '{ "name": 7 }');
    await allChecked();
    assert.deepEqual(vscode.languages.getDiagnostics(document.uri), []);
  });
});
