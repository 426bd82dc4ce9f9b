import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type GatewayEnvironment, startGatewayEnvironment } from '../../scripts/gateway-environment.ts';
import { repositoryFolder, samplesFolder } from '../../scripts/repository.ts';
import { vsixPath } from '../../scripts/vsix.ts';
import { ChatView } from '../workbench/pages/chat-view.ts';
import type { Session } from '../workbench/session.ts';
import { createdDatasetId, enterCredentials, selectEnvironment } from './create-as-user.ts';
import {
  closeSignInServers,
  type SignInServers,
  signInEnvironments,
  signInTests,
  startSignInServers,
} from './environments/sign-in-tests.ts';
import { inWorkbench } from './in-workbench.ts';

const extensionFolder = (name: string) => join(repositoryFolder, 'test', 'workbench', `${name}-extension`);

describe('In a window with accounts and agents', () => {
  let signInServers: SignInServers;
  const environments = new Map<string, GatewayEnvironment>();
  const session = inWorkbench(async () => {
    signInServers = await startSignInServers();
    for (const name of ['asked', 'allowed']) environments.set(name, await startGatewayEnvironment(name));
    const entries = [...environments.values()].map(({ settings }) => settings['dataset.environments']);
    return {
      workspace: samplesFolder,
      // The chat view shows no input box where nothing is painted.
      undrawn: false,
      vsix: vsixPath(),
      extensions: ['account', 'chat'].map(extensionFolder),
      settings: {
        'chat.disableAIFeatures': false,
        'dataset.environments': [...signInEnvironments(signInServers), ...entries.flat()],
        'dataset.environment': 'staging',
      },
    };
  });

  after(async () => {
    await closeSignInServers(signInServers);
    for (const { gateway } of environments.values()) await gateway.close();
  });

  describe('signing in at an identity provider', () => signInTests(session, () => signInServers));

  describe('an agent in the chat view', () => agentTests(session, environments));
});

/** Only a window has the chat view, with its own questions, and a modal dialog of the extension beside it. */
function agentTests(session: () => Session, environments: ReadonlyMap<string, GatewayEnvironment>): void {
  const chat = () => new ChatView(session().workbench);
  const send = (tool: string, input: object) => chat().send(`@probe ${tool} ${JSON.stringify(input)}`);

  async function sendCreate(): Promise<void> {
    const text = await readFile(join(samplesFolder, 'sales.dataset.json'));
    const expectedVersion = createHash('sha256').update(text).digest('hex');
    await send('dataset_create', { file: 'sales.dataset.json', expectedVersion });
  }

  function gatewayOf(environment: string): GatewayEnvironment['gateway'] {
    const found = environments.get(environment);
    assert.ok(found);
    return found.gateway;
  }

  /** After a confirmation, the user is asked for credentials as usual. The agent gets the dataset ID and no secrets. */
  async function isCreated(environment: string): Promise<void> {
    const { credentials, datasets } = gatewayOf(environment);
    assert.equal(datasets().length, 0);
    await enterCredentials(session().workbench, credentials);
    const id = await createdDatasetId(session().workbench);
    // VS Code shows a response bit by bit.
    await chat().response(/"outcome":"created"/);
    const response = await chat().response(new RegExp(id));
    for (const secret of Object.values(credentials))
      if (secret !== credentials.username) assert.ok(!response.includes(secret));
    assert.equal(datasets().length, 1);
  }

  // The list of all notifications is open after one that VS Code hid early, and lies on the input box of the chat view.
  before('close the notifications', () => session().workbench.closeNotifications());

  it('validates without a question', async () => {
    await send('dataset_validate', { file: 'broken.dataset.json' });
    await chat().response(/unknown-data-type/);
    await chat().response(/"valid":false/);
  });

  it('creates a dataset after the user confirmed the content and the environment', async () => {
    const { workbench } = session();
    await selectEnvironment(workbench, 'asked');
    await sendCreate();
    const question = /An AI agent wants to create the dataset "[^"]+" from "sales\.dataset\.json" in asked/;
    assert.match(await workbench.dialog(), question);
    await session().picture('agent-asks');
    await workbench.pressDialogButton('Create');
    await isCreated('asked');
    await session().picture('agent-created');
    await workbench.closeNotifications();
  });

  it('leaves the confirmation to the chat view if the user allows it', async () => {
    const { workbench } = session();
    await workbench.runCommand('Testing: Let agents create datasets');
    await workbench.notification(/Agents can create datasets/);
    await workbench.closeNotifications();
    await selectEnvironment(workbench, 'allowed');
    await sendCreate();
    assert.match(
      await chat().confirmation(/Create a dataset\?/),
      /the dataset "[^"]+" from "sales\.dataset\.json" in allowed/s,
    );
    await session().picture('agent-asks-in-chat');
    await chat().press(/^Allow in this Session/);
    await isCreated('allowed');
  });
}
