import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import * as vscode from 'vscode';
import type { BatchPageContent } from '../../../src/batch-view/batch-messages.ts';
import { DirectoryJournal } from '../../../src/submission/journal/directory/directory-journal.ts';
import { Answers } from '../answers.ts';
import { closeEditors, eventually, openDocument, replaceText } from '../authoring/documents.ts';
import { FragileGateway } from '../fragile-gateway.ts';

interface CreateResult {
  readonly outcome: string;
  readonly datasetId?: string;
  readonly submissionId?: string;
}

function datasetNamed(name: string): string {
  const columns = [{ name: 'C', dataType: 'Int64' }];
  return JSON.stringify({ name, tables: [{ name: 'T', columns }] });
}

function run<Result = CreateResult>(command: string, ...args: unknown[]): Thenable<Result> {
  return vscode.commands.executeCommand<Result>(command, ...args);
}

/** What a failed *Create Dataset* leads to, and a gateway that refuses until it is done. */
const corrections: readonly {
  readonly step: string;
  readonly environment: string;
  readonly isRight: (request: IncomingMessage) => boolean;
  readonly refusal: readonly [number, string];
}[] = [
  {
    step: 'Set Subscription Key',
    environment: 'fragile',
    isRight: ({ headers }) => headers['ocp-apim-subscription-key'] === 'right',
    refusal: [401, '{"message":"Access denied due to invalid subscription key."}'],
  },
  {
    step: 'Sign In',
    environment: 'fragile',
    isRight: ({ headers }) => headers.authorization === 'Bearer right',
    refusal: [401, '{"message":"The token is invalid."}'],
  },
  {
    step: 'Edit Environment',
    environment: 'fragile',
    isRight: ({ url }) => url?.startsWith('/right/') === true,
    refusal: [404, '{"message":"Resource not found."}'],
  },
  {
    step: 'Set Client Secret',
    environment: 'confidential',
    isRight: ({ url, headers }) => url !== '/token' || headers.authorization === basicAuthorization,
    refusal: [401, '{"error":"invalid_client"}'],
  },
];

const basicAuthorization = `Basic ${Buffer.from('client:right').toString('base64')}`;
const save = '$(save) Save';

/** A server that never responds, and what is said about it. */
const silences: readonly {
  readonly server: string;
  readonly environment: string;
  readonly isSilent: (request: IncomingMessage) => boolean;
  readonly outcome: string;
  readonly message: (seconds: number) => string;
  readonly button: string;
}[] = [
  {
    server: 'the gateway',
    environment: 'fragile',
    isSilent: () => true,
    outcome: 'unknown',
    message: (seconds) =>
      `Outcome unknown. No response arrived within ${seconds} s. The dataset may already exist in fragile. Check before you submit it again.`,
    button: 'Settle…',
  },
  {
    server: 'the token endpoint',
    environment: 'confidential',
    isSilent: ({ url }) => url === '/token',
    outcome: 'not-sent',
    message: (seconds) =>
      `Nothing was sent to confidential. The request for an access token failed. No response arrived within ${seconds} s.`,
    button: 'Try Again',
  },
];

describe('Submissions', function () {
  this.timeout(120_000);
  const gateway = new FragileGateway();
  let answers: Answers;
  let name: string;

  before(async () => {
    await gateway.start('fragile');
    const settings = vscode.workspace.getConfiguration('dataset');
    const [fragile] = settings.get<{ baseUrl: string }[]>('environments') ?? [];
    assert.ok(fragile);
    const auth = {
      grantType: 'client_credentials',
      clientId: 'client',
      tokenEndpoint: `${fragile.baseUrl}/token`,
    };
    const confidential = { ...fragile, name: 'confidential', auth };
    await settings.update('environments', [fragile, confidential], vscode.ConfigurationTarget.Global);
  });
  after(() => gateway.stop());

  beforeEach(() => {
    answers = new Answers().typing('secret').pressing().onBatchPages();
    name = randomUUID();
    const nothing = () => undefined;
    Object.assign(gateway, { breaking: false, delay: 0, refuse: nothing, onRequest: nothing });
    gateway.received.length = 0;
  });

  afterEach(async () => {
    answers.restore();
    await closeEditors();
  });

  async function fileNamed(datasetName: string): Promise<vscode.Uri> {
    return (await openDocument('.dataset.json', datasetNamed(datasetName))).uri;
  }

  /** The text of the read-only document that is shown. */
  async function shown(title: RegExp): Promise<string> {
    const document = await eventually(() => {
      const active = vscode.window.activeTextEditor?.document;
      return active?.uri.scheme === 'dataset-studio' && title.test(active.uri.path) ? active : undefined;
    });
    assert.ok(document, `no ${title} was shown`);
    return document.getText();
  }

  /** The page of a batch, once its numbers match. */
  async function batchWith(counts: RegExp): Promise<BatchPageContent> {
    const page = await eventually(() => answers.batches.findLast((shown) => counts.test(shown.counts)));
    assert.ok(page, `no page has ${counts}: ${answers.batches.map((shown) => shown.counts).join(', ')}`);
    return page;
  }

  /** The folder that Show Submission names. */
  async function journalOf(submissionId: string | undefined): Promise<string> {
    await run('dataset.showSubmission', submissionId);
    return /^Journal: +(.+)$/m.exec(await shown(/\.txt$/))?.[1] ?? '';
  }

  describe('of one document', () => {
    it('are recorded before the first byte is sent, and return their ID', async () => {
      const before = await run('dataset.create', await fileNamed(`${name}-before`));
      const journal = await journalOf(before.submissionId);
      const uri = await fileNamed(name);
      let noted: string[] = [];
      gateway.onRequest = async () => {
        noted = await readdir(journal);
      };
      const { outcome, submissionId } = await run('dataset.create', uri);
      assert.equal(outcome, 'created');
      assert.ok(noted.includes(`${submissionId}.entry`), 'the entry was not there when the request was');
      assert.ok(!noted.includes(`${submissionId}.outcome`));
      assert.ok((await readdir(journal)).includes(`${submissionId}.outcome`));
    });

    it('are not sent twice without a question, which shows the ID of the first', async () => {
      const uri = await fileNamed(name);
      await run('dataset.create', uri);
      assert.equal((await run('dataset.create', uri)).outcome, 'cancelled');
      assert.match(answers.asked.at(-1) ?? '', new RegExp(`was created on .*Its ID is id-of-${name}`));
      assert.equal(gateway.received.length, 1);
      answers.pressing('Submit Again');
      assert.equal((await run('dataset.create', uri)).outcome, 'created');
      assert.equal(gateway.received.length, 2);
    });

    it('are not sent twice by pressing Enter, which shows the first', async () => {
      const uri = await fileNamed(name);
      const { submissionId } = await run('dataset.create', uri);
      answers.pressing('Show Earlier Submission');
      assert.equal((await run('dataset.create', uri)).outcome, 'cancelled');
      assert.deepEqual(answers.offered.at(-1), ['Show Earlier Submission', 'Submit Again']);
      assert.match(await shown(/\.txt$/), new RegExp(String(submissionId)));
      assert.equal(gateway.received.length, 1);
    });

    it('do not wait for each other: the second of two at the same time is rejected', async () => {
      const uri = await fileNamed(name);
      gateway.delay = 500;
      const results = await Promise.all([run('dataset.create', uri), run('dataset.create', uri)]);
      assert.deepEqual(results.map(({ outcome }) => outcome).sort(), ['created', 'not-sent']);
      assert.equal(gateway.received.length, 1);
    });

    it('are unknown if the response is lost, until the user settles them', async () => {
      const uri = await fileNamed(name);
      gateway.breaking = true;
      const { outcome, submissionId } = await run('dataset.create', uri);
      assert.equal(outcome, 'unknown');
      gateway.breaking = false;

      assert.equal((await run('dataset.create', uri)).outcome, 'cancelled');
      assert.match(answers.asked.at(-1) ?? '', /its outcome is unknown/);

      answers.picking('It was created').typing('found-it');
      await run('dataset.settleSubmission', submissionId);
      assert.equal((await run('dataset.create', uri)).outcome, 'cancelled');
      assert.match(answers.asked.at(-1) ?? '', /found-it/);
      assert.equal(gateway.received.length, 1);
    });

    it('are sent again without a question after they are settled as not created', async () => {
      const uri = await fileNamed(name);
      gateway.breaking = true;
      const { submissionId } = await run('dataset.create', uri);
      gateway.breaking = false;
      answers.picking('It was not created');
      await run('dataset.settleSubmission', submissionId);
      answers.asked.length = 0;
      assert.equal((await run('dataset.create', uri)).outcome, 'created');
      assert.deepEqual(
        answers.asked.filter((message) => /again/.test(message)),
        [],
      );
    });

    it('are submitted again with the same content even if the file has changed', async () => {
      const document = await openDocument('.dataset.json', datasetNamed(name));
      const { submissionId } = await run('dataset.create', document.uri);
      await replaceText(document, datasetNamed(`${name}-changed`));
      answers.pressing('Submit Original Content', 'Submit Again');
      assert.equal((await run('dataset.submitAgain', submissionId)).outcome, 'created');
      answers.pressing('Submit Current File');
      assert.equal((await run('dataset.submitAgain', submissionId)).outcome, 'created');
      assert.deepEqual(gateway.received, [name, name, `${name}-changed`]);
    });

    for (const { step, environment, isRight, refusal } of corrections)
      it(`can be created again from the notification after ${step}, which a failed one led to`, async () => {
        const settings = vscode.workspace.getConfiguration('dataset');
        const environments = settings.get('environments');
        await settings.update('environment', environment, vscode.ConfigurationTarget.Global);
        answers
          // Until a notification says that something is wrong.
          .typing(() => (answers.offered.length === 0 ? 'wrong' : 'right'))
          .choosing({
            [`Edit Environment ${environment}`]: (items) =>
              items.filter(
                ({ label }) => label === (items[0]?.label === save ? save : 'Reporting service path'),
              ),
          })
          .pressing(step, 'Create Again');
        gateway.refuse = (request) => (isRight(request) ? undefined : refusal);
        try {
          const uri = await fileNamed(name);
          assert.match((await run('dataset.create', uri)).outcome, /^(rejected|not-sent)$/);
          const created = await eventually(() =>
            answers.asked.find((message) => message.includes(`id-of-${name}`)),
          );
          assert.match(created ?? answers.asked.join('\n'), /^Dataset created/);
          assert.deepEqual(answers.offered.at(-2), ['Create Again']);
        } finally {
          await settings.update('environments', environments, vscode.ConfigurationTarget.Global);
          await settings.update('environment', 'fragile', vscode.ConfigurationTarget.Global);
        }
      });

    for (const { server, environment, isSilent, outcome, message, button } of silences)
      it(`end when ${server} does not respond in time, and say what happened and what to do`, async () => {
        const settings = vscode.workspace.getConfiguration('dataset');
        const seconds = 2;
        await run('dataset.signOut', environment);
        answers.asked.length = 0;
        await settings.update('timeout', seconds, vscode.ConfigurationTarget.Global);
        await settings.update('environment', environment, vscode.ConfigurationTarget.Global);
        gateway.onRequest = (request) =>
          isSilent(request) ? new Promise(() => undefined) : Promise.resolve();
        try {
          assert.equal((await run('dataset.create', await fileNamed(name))).outcome, outcome);
        } finally {
          await settings.update('timeout', undefined, vscode.ConfigurationTarget.Global);
          await settings.update('environment', 'fragile', vscode.ConfigurationTarget.Global);
        }
        const shown = await eventually(() => answers.asked.find((text) => text.includes(`${seconds} s.`)));
        assert.equal(shown?.trim(), message(seconds));
        assert.equal(answers.offered.at(-1)?.[0], button);
      });

    it('of a document that was never saved say nothing about unsaved changes', async () => {
      const content = datasetNamed(name);
      const { uri } = await vscode.workspace.openTextDocument({ language: 'dataset-json', content });
      const settings = vscode.workspace.getConfiguration('dataset');
      await settings.update('confirm', 'always', vscode.ConfigurationTarget.Global);
      answers.pressing('Create');
      const { outcome } = await run('dataset.create', uri);
      await settings.update('confirm', undefined, vscode.ConfigurationTarget.Global);
      assert.equal(outcome, 'created');
      assert.ok(await eventually(() => answers.asked.find((message) => /Dataset created/.test(message))));
      assert.doesNotMatch(answers.asked.join('\n'), /unsaved/i);
    });

    it('are shown with their facts, the response, and the document as it was sent', async () => {
      const { submissionId } = await run('dataset.create', await fileNamed(name));
      await run('dataset.showSubmission', submissionId);
      const [facts, response, sent] = (await shown(/\.txt$/)).split(/\n\n── .+ ──\n\n/);
      assert.match(facts ?? '', new RegExp(`created: id-of-${name}`));
      assert.equal(response, `{\n  "id": "id-of-${name}",\n  "version": 9007199254740993\n}`);
      assert.equal(sent, `${datasetNamed(name)}\n`);
    });

    it('can be compared with the current file', async () => {
      const document = await openDocument('.dataset.json', datasetNamed(name));
      const { submissionId } = await run('dataset.create', document.uri);
      await replaceText(document, datasetNamed('other'));
      await run('dataset.compareSubmission', submissionId);
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      assert.ok(input instanceof vscode.TabInputTextDiff);
      const sent = await vscode.workspace.openTextDocument(input.original);
      assert.equal(sent.getText(), datasetNamed(name));
      assert.equal(input.modified.toString(), document.uri.toString());
    });

    it('can be compared with the current file as JSON if that is YAML', async () => {
      const yaml = (columns: string) => `name: ${name}\ntables:\n  - name: Orders\n    columns:\n${columns}`;
      const first = '      - { name: ID, dataType: Int64 }\n';
      const document = await openDocument('.dataset.yaml', yaml(first));
      const { submissionId } = await run('dataset.create', document.uri);
      await replaceText(document, yaml(`${first}      - { name: Note, dataType: string }\n`));
      await run('dataset.compareSubmission', submissionId);
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      assert.ok(input instanceof vscode.TabInputTextDiff);
      const sides = [input.original, input.modified].map((uri) => vscode.workspace.openTextDocument(uri));
      const texts = (await Promise.all(sides)).map((side) => side.getText());
      const column = /\n *\{ *\n? *"name": "Note",\s*"dataType": "string"\s*\}/;
      assert.ok(texts.every((text) => text.startsWith(`{\n  "name": "${name}",\n`)));
      assert.doesNotMatch(texts[0] ?? '', column);
      assert.match(texts[1] ?? '', column);
    });

    it('can be deleted only if their outcome is known', async () => {
      const uri = await fileNamed(name);
      gateway.breaking = true;
      const { submissionId } = await run('dataset.create', uri);
      const folder = await journalOf(submissionId);
      answers.pressing('Delete').picking('It was not created');
      await run('dataset.deleteSubmission', submissionId);
      assert.match(answers.asked.at(-1) ?? '', /Settle it before you delete it/);
      await run('dataset.settleSubmission', submissionId);
      await run('dataset.deleteSubmission', submissionId);
      const journal = await readdir(folder);
      assert.deepEqual(
        journal.filter((file) => file.startsWith(submissionId ?? '')),
        [],
      );
    });
  });

  describe('of many documents', () => {
    async function folderOf(count: number): Promise<vscode.Uri> {
      const [workspace] = vscode.workspace.workspaceFolders ?? [];
      assert.ok(workspace);
      const folder = vscode.Uri.joinPath(workspace.uri, name);
      for (let index = 1; index <= count; index += 1)
        await vscode.workspace.fs.writeFile(
          vscode.Uri.joinPath(folder, `${index}.dataset.json`),
          new TextEncoder().encode(datasetNamed(`${name}-${index}`)),
        );
      return folder;
    }

    it('are created from a folder after one question, with a summary', async () => {
      const folder = await folderOf(5);
      await vscode.workspace.fs.writeFile(
        vscode.Uri.joinPath(folder, 'bad.dataset.json'),
        new TextEncoder().encode('{'),
      );
      answers.pressing('Create');
      const results = await run<CreateResult[]>('dataset.create', folder);
      assert.deepEqual(
        results.map(({ outcome }) => outcome),
        [...Array(5).fill('created'), 'invalid'],
      );
      assert.ok(results.slice(0, 5).every(({ submissionId }) => submissionId !== undefined));
      const [question = ''] = answers.asked;
      assert.match(question, /Create 5 datasets in fragile\?/);
      assert.match(question, /^1\.dataset\.json$/m);
      assert.match(question, /Skipped because of errors: bad\.dataset\.json/);
      assert.match(question, /To: http:\/\/127\.0\.0\.1/);
      const page = await batchWith(/ datasets created /);
      assert.equal(page.title, 'Create Dataset in fragile');
      assert.match(page.counts, /^5 of 5 datasets created in fragile\. 1 not sent because of errors\.$/);
      const ofFolder = vscode.workspace.asRelativePath(folder);
      assert.deepEqual(
        page.rows.map(({ file, state, datasetId, cause }) => [file, state, datasetId, cause.slice(0, 6)]),
        [
          [`${ofFolder}/bad.dataset.json`, 'Not sent because of errors', '', 'Line 1'],
          ...[1, 2, 3, 4, 5].map((index) => [
            `${ofFolder}/${index}.dataset.json`,
            'Created',
            `id-of-${name}-${index}`,
            '',
          ]),
        ],
      );
      assert.ok(
        await eventually(() =>
          answers.asked.find((message) =>
            /5 of 5 datasets created in fragile\. 1 not sent because of errors\./.test(message),
          ),
        ),
      );
      assert.equal(gateway.received.length, 5);
    });

    // With 8, the batch is stopped because the rest would fail the same way, and is resumed.
    for (const count of [2, 8])
      it(`can be created again after Set Subscription Key, if all ${count} would be rejected for it`, async () => {
        const key = randomUUID();
        let accepted = 0;
        gateway.refuse = ({ headers }) => {
          if (headers['ocp-apim-subscription-key'] !== key)
            return [401, '{"message":"Access denied due to invalid subscription key."}'];
          accepted += 1;
          return undefined;
        };
        answers.typing(key).pressing('Create', 'Set Subscription Key', 'Create Again', 'Resume');
        const results = await run<CreateResult[]>('dataset.create', await folderOf(count));
        assert.ok(results.every(({ outcome }) => outcome !== 'created'));
        // The page offers what the notification does.
        assert.ok(answers.batches[0]?.buttons.includes('Set Subscription Key'));
        const isComplete = new RegExp(`${count} of ${count} datasets created`);
        assert.ok(await eventually(() => answers.asked.find((message) => isComplete.test(message))));
        assert.equal(accepted, count);
      });

    it('are named with their folders in the question, where two have the same name', async () => {
      const folder = await folderOf(2);
      const other = vscode.Uri.joinPath(folder, 'more', '1.dataset.json');
      await vscode.workspace.fs.writeFile(other, new TextEncoder().encode(datasetNamed(`${name}-more`)));
      await run('dataset.create', folder);
      const path = vscode.workspace.asRelativePath(folder);
      const lines = (answers.asked.at(-1) ?? '').split('\n').filter((line) => line.endsWith('.dataset.json'));
      assert.deepEqual(lines, [`${path}/1.dataset.json`, '2.dataset.json', `${path}/more/1.dataset.json`]);
    });

    it('are not sent if the user cancels', async () => {
      const results = await run<CreateResult[]>('dataset.create', await folderOf(2));
      assert.deepEqual(
        results.map(({ outcome }) => outcome),
        ['cancelled', 'cancelled'],
      );
      assert.deepEqual(gateway.received, []);
    });

    it('respect dataset.concurrency', async () => {
      const settings = vscode.workspace.getConfiguration('dataset');
      await settings.update('concurrency', 2, vscode.ConfigurationTarget.Global);
      let now = 0;
      let most = 0;
      gateway.onRequest = async () => {
        now += 1;
        most = Math.max(most, now);
        // The first waits for the second, however slow the machine, and both for a third that must not come.
        for (let wait = 0; wait < (most < 2 ? 1000 : 5); wait += 1)
          await new Promise((resolve) => setTimeout(resolve, 10));
        now -= 1;
      };
      answers.pressing('Create');
      await run('dataset.create', await folderOf(8));
      await settings.update('concurrency', undefined, vscode.ConfigurationTarget.Global);
      assert.equal(gateway.received.length, 8);
      assert.equal(most, 2);
    });

    it('have a page that shows what was settled or created again since, also from another window', async () => {
      const folder = await folderOf(2);
      gateway.breaking = true;
      answers.pressing('Create');
      const results = await run<CreateResult[]>('dataset.create', folder);
      gateway.breaking = false;
      const { rows, counts } = await batchWith(/ datasets created /);
      assert.equal(counts, '0 of 2 datasets created in fragile. 2 unknown.');
      const [first, second] = rows.map(({ document }) => document);
      assert.deepEqual(
        rows.map(({ actions }) => actions.map(({ label }) => label)),
        Array(2).fill(['Settle…', 'Show Submission']),
      );
      assert.doesNotMatch(JSON.stringify(rows), /UND_ERR|ECONN/);

      answers.picking('It was created').typing('found-it');
      answers.sendToBatch({ kind: 'row', document: first ?? '', action: 'settle' });
      const settled = await batchWith(/^1 of 2 datasets created in fragile\. 1 unknown\.$/);
      assert.equal(settled.rows[0]?.datasetId, 'found-it');

      const { submissionId = '' } = results[1] ?? {};
      const elsewhere = new DirectoryJournal(await journalOf(submissionId));
      assert.ok((await elsewhere.settle(submissionId, { kind: 'not-created' })).ok);
      await batchWith(/1 not created\.$/);
      answers.sendToBatch({ kind: 'row', document: second ?? '', action: 'create-again' });
      const again = await batchWith(/^2 of 2 datasets created in fragile\.$/);
      assert.deepEqual(
        again.rows.map(({ document, actions }) => [document, actions.map(({ label }) => label)]),
        [first, second].map((document) => [document, ['Copy ID', 'Show Submission']]),
      );
    });

    it('are asked about if their outcome is unknown, although all created before are skipped', async () => {
      const folder = await folderOf(3);
      const fileOf = (index: number) => vscode.Uri.joinPath(folder, `${index}.dataset.json`);
      for (const index of [1, 2, 3]) {
        gateway.breaking = index === 3;
        await run('dataset.create', fileOf(index));
      }
      const settings = vscode.workspace.getConfiguration('dataset');
      // The unknown one has its turn after one of the others.
      await settings.update('concurrency', 1, vscode.ConfigurationTarget.Global);
      answers.asked.length = 0;
      answers.pressing('Create', 'Skip All Created Before');
      await run('dataset.create', folder);
      await settings.update('concurrency', undefined, vscode.ConfigurationTarget.Global);
      // The question that nobody answered has stopped it.
      await run('dataset.discardBatch');
      const questions = answers.asked.filter((message) => /^Submit .* again\?/.test(message));
      assert.deepEqual(
        questions.map((message) => /was created|outcome is unknown/.exec(message)?.[0]),
        ['was created', 'outcome is unknown'],
        questions.join('\n'),
      );
      assert.equal(gateway.received.length, 3);
    });

    it('can be resumed after they were stopped, without creating datasets again', async () => {
      const folder = await folderOf(6);
      // One of them is there already; at the question about it the user stops.
      await run('dataset.create', vscode.Uri.joinPath(folder, '1.dataset.json'));
      answers.pressing('Create');
      const stopped = await run<CreateResult[]>('dataset.create', folder);
      assert.equal(stopped[0]?.outcome, 'cancelled');
      assert.match(answers.asked.join('\n'), /^Created before, you will be asked: 1$/m);
      const remaining = /^Remaining: (\d)$/m;
      const shown = await batchWith(/ datasets created /);
      answers.pressing('Resume', 'Skip');
      await run('dataset.resumeBatch');
      const [, left] = answers.asked.join('\n').match(remaining) ?? [];
      assert.match(shown.facts.join(), new RegExp(`\\b${left} datasets? remains?`));
      const page = await batchWith(/ datasets created /);
      assert.match(page.facts.join(), /finished/);
      assert.equal(page.rows.find(({ state }) => /^Skipped/.test(state))?.datasetId, `id-of-${name}-1`);
      const expected = [1, 2, 3, 4, 5, 6].map((index) => `${name}-${index}`);
      assert.deepEqual(gateway.received.toSorted(), expected);
    });
  });
});
