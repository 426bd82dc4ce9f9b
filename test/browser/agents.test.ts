import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type GatewayEnvironment, startGatewayEnvironment } from '../../scripts/gateway-environment.ts';
import { repositoryFolder, samplesFolder } from '../../scripts/repository.ts';
import { vsixPath } from '../../scripts/vsix.ts';
import { ChatView } from '../workbench/pages/chat-view.ts';
import { createdDatasetId, enterCredentials } from './create-as-user.ts';
import { inWorkbench } from './in-workbench.ts';

const chatExtension = join(repositoryFolder, 'test', 'workbench', 'chat-extension');

for (const setting of ['ask', 'allow'] as const)
  describe(`An agent in the chat view, under dataset.agents.create "${setting}"`, () => {
    let environment: GatewayEnvironment | undefined;
    const session = inWorkbench(async () => {
      environment = await startGatewayEnvironment('staging');
      return {
        workspace: samplesFolder,
        vsix: vsixPath(),
        extensions: [chatExtension],
        settings: {
          ...environment.settings,
          'chat.disableAIFeatures': false,
          'dataset.agents.create': setting,
        },
      };
    });

    after(() => environment?.gateway.close());

    function gateway(): GatewayEnvironment['gateway'] {
      assert.ok(environment);
      return environment.gateway;
    }

    async function prompt(tool: string, input: object): Promise<void> {
      await new ChatView(session().workbench).send(`@probe ${tool} ${JSON.stringify(input)}`);
    }

    it('validates without a question', async () => {
      await prompt('dataset_validate', { file: 'broken.dataset.json' });
      const chat = new ChatView(session().workbench);
      await chat.response(/unknown-data-type/);
      await chat.response(/"valid":false/);
    });

    it('creates a dataset after the user confirmed the content and the environment', async () => {
      const { workbench } = session();
      const chat = new ChatView(workbench);
      const text = await readFile(join(samplesFolder, 'sales.dataset.json'));
      const expectedVersion = createHash('sha256').update(text).digest('hex');
      await prompt('dataset_create', { file: 'sales.dataset.json', expectedVersion });
      if (setting === 'ask') {
        assert.match(await workbench.dialog(), /An AI agent wants to create sales\.dataset\.json in staging/);
        await session().picture('agent-asks');
        assert.equal(gateway().datasets().length, 0);
        await workbench.pressDialogButton('Create');
      } else {
        assert.match(await chat.confirmation(/Create a dataset\?/), /sales\.dataset\.json.*staging/s);
        await session().picture('agent-asks-in-chat');
        assert.equal(gateway().datasets().length, 0);
        await chat.press(/^Allow in this Session/);
      }
      await enterCredentials(workbench, gateway().credentials);
      const id = await createdDatasetId(workbench);
      // VS Code shows a response bit by bit.
      await chat.response(/"outcome":"created"/);
      const response = await chat.response(new RegExp(id));
      for (const secret of Object.values(gateway().credentials))
        if (secret !== gateway().credentials.username) assert.ok(!response.includes(secret));
      assert.equal(gateway().datasets().length, 1);
      await session().picture('agent-created');
    });
  });
