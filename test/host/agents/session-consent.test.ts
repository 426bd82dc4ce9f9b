import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { Answers } from '../answers.ts';
import { closeEditors, openDocument } from '../authoring/documents.ts';
import { FragileGateway } from '../fragile-gateway.ts';

interface CreateResult {
  readonly outcome: string;
}

describe('An environment with an account of VS Code', function () {
  this.timeout(120_000);
  const gateway = new FragileGateway();
  const api = vscode.authentication as unknown as { getSession: unknown };
  const { getSession } = api;
  let answers: Answers;
  /** How often VS Code was asked for a session, silently or not. */
  let requested: number;
  let baseUrl: string;

  before(async () => {
    await gateway.start('partner');
    const settings = vscode.workspace.getConfiguration('dataset');
    const [entry] = settings.get<{ baseUrl: string }[]>('environments') ?? [];
    baseUrl = entry?.baseUrl ?? '';
  });

  beforeEach(() => {
    answers = new Answers().typing('secret').pressing();
    gateway.received.length = 0;
    requested = 0;
    api.getSession = async () => {
      requested += 1;
      return { id: '1', accessToken: 'github-token', account: { id: 'ann', label: 'ann' }, scopes: [] };
    };
  });

  afterEach(async () => {
    api.getSession = getSession;
    answers.restore();
    await closeEditors();
  });

  after(() => gateway.stop());

  /** Scopes of its own for each test: a consent stays. */
  async function define(scopes: readonly string[], address = baseUrl): Promise<void> {
    const auth = { grantType: 'session', providerId: 'github', scopes };
    const settings = vscode.workspace.getConfiguration('dataset');
    const entry = { name: 'partner', baseUrl: address, auth };
    await settings.update('environments', [entry], vscode.ConfigurationTarget.Global);
  }

  async function create(): Promise<string> {
    const columns = [{ name: 'C', dataType: 'Int64' }];
    const dataset = { name: randomUUID(), tables: [{ name: 'T', columns }] };
    const { uri } = await openDocument('.dataset.json', JSON.stringify(dataset));
    return (await vscode.commands.executeCommand<CreateResult>('dataset.create', uri)).outcome;
  }

  const questions = () => answers.asked.filter((message) => message.startsWith('Send your'));

  it('gets its token only if the user allows it, and asks once', async () => {
    const scope = randomUUID();
    await define([scope]);
    assert.equal(await create(), 'cancelled');
    assert.equal(requested, 0);
    assert.deepEqual(gateway.received, []);
    assert.ok(questions()[0]?.startsWith(`Send your GitHub token to ${baseUrl}?`), questions()[0]);
    assert.ok(questions()[0]?.includes(`\nScopes: ${scope}\n`), questions()[0]);

    answers.pressing('Send Token');
    assert.equal(await create(), 'created');
    assert.equal(await create(), 'created');
    assert.equal(questions().length, 2);
  });

  it('gets no token for another URL without another consent', async () => {
    const scope = randomUUID();
    await define([scope]);
    answers.pressing('Send Token');
    assert.equal(await create(), 'created');
    answers.pressing();
    await define([scope], baseUrl.replace('127.0.0.1', 'localhost'));
    const before = requested;
    assert.equal(await create(), 'cancelled');
    assert.match(questions().at(-1) ?? '', /to http:\/\/localhost:\d+\?/);
    await vscode.commands.executeCommand('dataset.signIn', 'partner');
    assert.equal(requested, before);
    assert.equal(gateway.received.length, 1);
  });
});
