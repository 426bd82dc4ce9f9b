import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { Answers } from '../answers.ts';
import {
  closeEditors,
  eventually,
  openDocument,
  openedFolder,
  removeIfPresent,
  replaceText,
} from '../authoring/documents.ts';
import { FragileGateway } from '../fragile-gateway.ts';

type Result = Readonly<Record<string, unknown>>;

/** Calls a tool as a chat does, and reads its only part, which is JSON. */
async function call(name: string, input: object, token?: vscode.CancellationToken): Promise<Result> {
  const result = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined }, token);
  assert.equal(result.content.length, 1);
  const [part] = result.content;
  assert.ok(part instanceof vscode.LanguageModelTextPart);
  return JSON.parse(part.value) as Result;
}

function datasetNamed(name: string): string {
  return JSON.stringify({
    name,
    tables: [{ name: 'T', columns: [{ name: 'C', dataType: 'Int64' }] }],
  });
}

/** SHA-256 of the text in hexadecimal, as agents.md defines it. */
function versionOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

describe('Tools for agents', function () {
  this.timeout(120_000);
  const gateway = new FragileGateway();
  const trusted = Object.getOwnPropertyDescriptor(vscode.workspace, 'isTrusted');
  let answers: Answers;

  before(async () => {
    await vscode.workspace
      .getConfiguration('chat')
      .update('disableAIFeatures', false, vscode.ConfigurationTarget.Global);
    await gateway.start('agents');
  });

  after(async () => {
    await gateway.stop();
    await vscode.workspace
      .getConfiguration('chat')
      .update('disableAIFeatures', undefined, vscode.ConfigurationTarget.Global);
  });

  beforeEach(() => {
    answers = new Answers().typing('secret-of-the-user').pressing('Create');
    Object.assign(gateway, { breaking: false, delay: 0, onRequest: () => undefined });
    gateway.received.length = 0;
  });

  afterEach(async () => {
    answers.restore();
    if (trusted) Object.defineProperty(vscode.workspace, 'isTrusted', trusted);
    await setting('agents.create', undefined);
    await closeEditors();
  });

  function setting(key: string, value: unknown): Thenable<void> {
    return vscode.workspace.getConfiguration('dataset').update(key, value, vscode.ConfigurationTarget.Global);
  }

  function restrict(): void {
    Object.defineProperty(vscode.workspace, 'isTrusted', { configurable: true, get: () => false });
  }

  async function openNew(text = datasetNamed(randomUUID())) {
    const document = await openDocument('.dataset.json', text);
    const file = vscode.workspace.asRelativePath(document.uri);
    return { document, file, text, expectedVersion: versionOf(text) };
  }

  it('are seven, with descriptions and schemas', () => {
    const ours = vscode.lm.tools.filter(({ name }) => name.startsWith('dataset_'));
    assert.deepEqual(ours.map(({ name }) => name).toSorted(), [
      'dataset_check',
      'dataset_create',
      'dataset_describe',
      'dataset_environments',
      'dataset_fix',
      'dataset_infer',
      'dataset_validate',
    ]);
    for (const { description, inputSchema } of ours) {
      assert.ok(description.length > 50);
      assert.ok(inputSchema);
    }
  });

  describe('dataset_validate', () => {
    it('returns problems with their places and fixes, and the version of the text', async () => {
      const { file, text } = await openNew('{ "name": "S", "tabels": [] }');
      const result = await call('dataset_validate', { file });
      assert.equal(result.version, versionOf(text));
      assert.equal(result.valid, false);
      assert.deepEqual(result.counts, { error: 1, warning: 0, info: 0, hint: 0 });
      assert.match(JSON.stringify(result.problems), /"rule":"missing-property".*"line":1,"column":16/);
    });

    it('reads unsaved changes in editors', async () => {
      const { document, file } = await openNew();
      await replaceText(document, '{');
      const result = await call('dataset_validate', { file });
      assert.equal(result.valid, false);
      assert.equal(result.version, versionOf('{'));
    });

    it('accepts absolute paths, globs, and texts', async () => {
      const { document, text } = await openNew();
      assert.equal((await call('dataset_validate', { file: document.uri.fsPath })).valid, true);
      assert.equal((await call('dataset_validate', { text })).valid, true);
      assert.equal((await call('dataset_validate', { text: 'name: S\ntables: []' })).valid, true);
      const { documents } = await call('dataset_validate', { files: [`${openedFolder}/*.dataset.json`] });
      assert.ok(Array.isArray(documents) && documents.length > 0);
    });

    it('rejects wrong arguments, because VS Code does not check them', async () => {
      for (const input of [{}, { file: 7 }, { file: 'a', text: 'b' }, { path: 'a' }, { files: [] }]) {
        const result = await call('dataset_validate', input);
        assert.equal(result.isError, true, JSON.stringify(input));
        assert.equal(typeof result.next, 'string');
      }
    });

    it('rejects files outside of the workspace, by path, by "..", by symbolic link, and URIs', async () => {
      const { document, file } = await openNew();
      const outside = await mkdtemp(join(tmpdir(), 'dataset-studio-outside-'));
      const target = join(outside, 'secret.dataset.json');
      const link = join(document.uri.fsPath, '..', `link-${randomUUID()}.dataset.json`);
      try {
        await writeFile(target, datasetNamed('Outside'));
        await symlink(target, link);
        for (const path of [target, '../secret.dataset.json', `${file}/../../../x.dataset.json`, link]) {
          const result = await call('dataset_validate', { file: path });
          assert.equal(result.error, 'outside-root', path);
          assert.equal(result.isError, true);
        }
        for (const [pattern, error] of [
          ['../*.dataset.json', 'outside-root'],
          ['{..,data}/*.dataset.json', 'outside-root'],
          ['..data/*.dataset.json', 'no-match'],
        ])
          assert.equal((await call('dataset_validate', { files: [pattern] })).error, error, pattern);
        const uri = await call('dataset_validate', { file: document.uri.toString() });
        assert.equal(uri.error, 'not-a-path');
        const globbed = await call('dataset_validate', { files: [vscode.workspace.asRelativePath(link)] });
        assert.ok(!JSON.stringify(globbed).includes('Outside'));
      } finally {
        await rm(link, { force: true });
        await rm(outside, { recursive: true });
      }
    });

    it('works in Restricted Mode', async () => {
      const { file } = await openNew();
      restrict();
      assert.equal((await call('dataset_validate', { file })).valid, true);
    });
  });

  describe('dataset_fix', () => {
    it('changes the editor, does not save, and returns the diff', async () => {
      const text = datasetNamed(randomUUID()).replace('"T"', '"T "');
      const { document, file } = await openNew(text);
      const result = await call('dataset_fix', { file });
      assert.equal(result.version, versionOf(text));
      assert.match(String(result.diff), /^--- a\/.*\n\+\+\+ b\/.*\n@@ /);
      assert.deepEqual(result.remaining, []);
      assert.equal(document.getText(), text.replace('"T "', '"T"'));
      assert.equal(document.isDirty, true);
    });

    it('changes nothing for a text', async () => {
      const before = vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty).length;
      const result = await call('dataset_fix', { text: datasetNamed('S').replace('"T"', '"T "') });
      assert.match(String(result.diff), /^--- a\/text\.dataset\.json\n/);
      assert.equal(vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty).length, before);
    });
  });

  it('dataset_check returns what does not fit', async () => {
    const { document, file: dataset } = await openNew();
    const data = vscode.Uri.joinPath(document.uri, '..', randomUUID(), 'orders.csv');
    await vscode.workspace.fs.writeFile(data, new TextEncoder().encode('Other\n1\n'));
    const files = [vscode.workspace.asRelativePath(data)];
    const { fits, findings } = await call('dataset_check', { files, dataset });
    assert.equal(fits, false);
    assert.match(JSON.stringify(findings), /"column":"Other","code":"extra-column"/);
  });

  it('dataset_infer returns the dataset of data files, with the deciding rows', async () => {
    const { document } = await openNew();
    const folder = vscode.Uri.joinPath(document.uri, '..', randomUUID());
    const data = vscode.Uri.joinPath(folder, 'orders.csv');
    await vscode.workspace.fs.writeFile(data, new TextEncoder().encode('Id,Note\n1,a\n2,b\n'));
    const { dataset, tables } = await call('dataset_infer', {
      files: [vscode.workspace.asRelativePath(data)],
      name: 'Sales',
    });
    assert.deepEqual(dataset, {
      name: 'Sales',
      tables: [
        {
          name: 'orders',
          columns: [
            { name: 'Id', dataType: 'Int64' },
            { name: 'Note', dataType: 'string' },
          ],
        },
      ],
    });
    assert.match(JSON.stringify(tables), /"decidingRow":1/);
    await vscode.workspace.fs.delete(folder, { recursive: true });
  });

  it('dataset_describe returns the schema, and the rules and data types of the project file in the workspace folder', async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const uri = vscode.Uri.joinPath(folder.uri, 'dataset-studio.json');
    await vscode.workspace.fs.writeFile(
      uri,
      new TextEncoder().encode('{"include":[],"dataTypes":["Money"],"rules":{"no-tables":"error"}}'),
    );
    try {
      const isKnown = async () => {
        const { dataTypes } = await call('dataset_describe', {});
        return JSON.stringify(dataTypes).includes('Money') || undefined;
      };
      assert.ok(await eventually(isKnown, 10_000));
      const { schema, rules, dataTypes } = await call('dataset_describe', {});
      assert.ok(schema);
      assert.match(JSON.stringify(rules), /"rule":"no-tables","severity":"error"/);
      assert.match(JSON.stringify(dataTypes), /Int64.*string.*bool.*DateTime.*Money/);
    } finally {
      await removeIfPresent(uri);
    }
  });

  describe('dataset_environments', () => {
    it('returns names, origins, and grants, and no secrets', async () => {
      const { environments } = await call('dataset_environments', {});
      assert.ok(Array.isArray(environments));
      const [environment] = environments;
      assert.deepEqual(Object.keys(environment).sort(), ['grant', 'name', 'origin', 'selected', 'signedIn']);
      assert.equal(environment.name, 'agents');
      assert.equal(environment.grant, 'token');
      assert.match(environment.origin, /^http:\/\/127\.0\.0\.1:\d+$/);
    });

    it('refuses in Restricted Mode', async () => {
      restrict();
      assert.equal((await call('dataset_environments', {})).error, 'restricted-mode');
    });
  });

  describe('dataset_create', () => {
    it('creates what was validated, after the user confirmed what goes where', async () => {
      const { file, document } = await openNew();
      const { version: expectedVersion } = await call('dataset_validate', { file });
      const result = await call('dataset_create', { file, expectedVersion, environment: 'agents' });
      assert.equal(result.outcome, 'created');
      assert.match(String(result.datasetId), /^id-of-/);
      assert.equal(typeof result.submissionId, 'string');
      assert.equal(gateway.received.length, 1);
      const question = answers.asked.find((message) => /AI agent/.test(message)) ?? '';
      const path = vscode.workspace.asRelativePath(document.uri);
      const { name } = JSON.parse(document.getText());
      assert.ok(question.includes(`create the dataset "${name}" from "${path}" in agents.`), question);
      assert.match(question, /To: http:\/\/127\.0\.0\.1/);
      assert.match(question, /1/);
      assert.ok(!JSON.stringify(result).includes('secret-of-the-user'));
    });

    it('names warnings in the confirmation', async () => {
      const text = datasetNamed(randomUUID()).replace('Int64', 'Strange');
      const { file, expectedVersion } = await openNew(text);
      await call('dataset_create', { file, expectedVersion });
      assert.match(answers.asked.join('\n'), /Line 1: .*Strange/);
    });

    it('sends nothing if the user answers No', async () => {
      answers.pressing();
      const { file, expectedVersion } = await openNew();
      const result = await call('dataset_create', { file, expectedVersion });
      assert.equal(result.isError, true);
      assert.equal(result.error, 'declined');
      assert.deepEqual(gateway.received, []);
    });

    it('asks for any value of dataset.confirm', async () => {
      await setting('confirm', 'never');
      answers.pressing();
      const { file, expectedVersion } = await openNew();
      assert.equal((await call('dataset_create', { file, expectedVersion })).error, 'declined');
      await setting('confirm', undefined);
    });

    it('refuses text that changed since it was validated, saved or not, without a question', async () => {
      const { document, file, expectedVersion } = await openNew();
      await replaceText(document, datasetNamed('Changed'));
      const result = await call('dataset_create', { file, expectedVersion });
      assert.equal(result.error, 'version-changed');
      assert.ok(!JSON.stringify(result).includes(versionOf(datasetNamed('Changed'))));
      assert.deepEqual(answers.asked, []);
      assert.deepEqual(gateway.received, []);
    });

    it('refuses a call without expectedVersion', async () => {
      const { file } = await openNew();
      assert.equal((await call('dataset_create', { file })).error, 'wrong-arguments');
    });

    it('refuses a document with errors', async () => {
      const { file, expectedVersion } = await openNew('{ "name": "S" }');
      const result = await call('dataset_create', { file, expectedVersion });
      assert.equal(result.error, 'invalid-document');
      assert.equal(result.outcome, 'invalid');
      assert.match(JSON.stringify(result.problems), /missing-property/);
    });

    it('answers with the first dataset of the same content, without a question whether to submit it again', async () => {
      const { file, expectedVersion } = await openNew();
      const first = await call('dataset_create', { file, expectedVersion });
      answers.asked.length = 0;
      answers.pressing('Create', 'Submit Again');
      const second = await call('dataset_create', { file, expectedVersion });
      assert.deepEqual([second.outcome, second.datasetId], ['unchanged', first.datasetId]);
      assert.ok(!answers.asked.some((message) => /again\?/.test(message)));
      assert.equal(gateway.received.length, 1);
    });

    it('reports an unknown outcome, and refuses to send the same content again', async () => {
      const { file, expectedVersion } = await openNew();
      gateway.breaking = true;
      const first = await call('dataset_create', { file, expectedVersion });
      assert.equal(first.outcome, 'unknown');
      assert.equal(first.isError, true);
      assert.match(String(first.next), /Do not submit it again/);
      gateway.breaking = false;
      answers.pressing('Create', 'Submit Again');
      const second = await call('dataset_create', { file, expectedVersion });
      assert.equal(second.error, 'earlier-unknown');
      assert.equal(gateway.received.length, 1);
    });

    it('refuses in Restricted Mode', async () => {
      const { file, expectedVersion } = await openNew();
      restrict();
      assert.equal((await call('dataset_create', { file, expectedVersion })).error, 'restricted-mode');
      assert.deepEqual(answers.asked, []);
    });

    it('refuses under "never"', async () => {
      await setting('agents.create', 'never');
      const { file, expectedVersion } = await openNew();
      assert.equal((await call('dataset_create', { file, expectedVersion })).error, 'never-allowed');
      assert.deepEqual(gateway.received, []);
    });

    it('refuses files outside of the workspace and unknown environments', async () => {
      const { file, expectedVersion } = await openNew();
      const outside = await call('dataset_create', { file: '/etc/hosts.json', expectedVersion });
      assert.equal(outside.error, 'outside-root');
      const unknown = await call('dataset_create', { file, expectedVersion, environment: 'other' });
      assert.equal(unknown.error, 'unknown-environment');
      assert.deepEqual(unknown.environments, ['agents']);
      assert.deepEqual(answers.asked, []);
    });
  });
});
