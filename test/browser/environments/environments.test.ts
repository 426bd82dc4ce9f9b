import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { samplesFolder } from '../../../scripts/repository.ts';
import { vsixPath } from '../../../scripts/vsix.ts';
import { TestProvider } from '../../identity-provider/certified/identity-provider.ts';
import { createdDatasetId } from '../create-as-user.ts';
import { inWorkbench } from '../in-workbench.ts';
import { step } from '../step.ts';

/** Only a window has their view, the palette, and questions with Back that are answered by keyboard. */
describe('Environments', () => {
  let provider: TestProvider;
  const session = inWorkbench(async () => {
    provider = await TestProvider.start();
    return { workspace: samplesFolder, vsix: vsixPath() };
  });

  after(() => provider.close());

  it('have a view that says what to do while there are none', async () => {
    const { workbench } = session();
    await workbench.showContainer('Dataset Studio');
    await workbench.page.getByRole('button', { name: 'Add Environment' }).last().waitFor();
    await session().picture('environments-welcome');
  });

  it('have no command in the palette while there are none, and neither have datasets while none is open', async () => {
    const { workbench } = session();
    // The view shows its button once the workspace is trusted. Before that, most commands are disabled.
    await workbench.showContainer('Dataset Studio');
    await workbench.page.getByRole('button', { name: 'Add Environment' }).last().waitFor();
    const titles = await workbench.commandTitles('Dataset: ');
    await session().picture('palette-without-dataset');
    // Those that the list has room for.
    const shown = titles.filter((title) => title.startsWith('Dataset: '));
    assert.ok(shown.includes('Dataset: Add Environment…') && shown.length > 10, shown.join());
    const others =
      /(Edit|Remove|Select|Manage|Export) Env|Sign |Set |Access Token|Create D|Preview|cURL|Open Des|Update|Comp|Diag|Copy as/;
    assert.deepEqual(
      shown.filter((title) => others.test(title)),
      [],
    );
    await workbench.press('Escape');
  });

  it('are one story: added step by step, with Back, continued later, edited field by field, and removed', async () => {
    await step('are added step by step, with Back, and can be continued later', async () => {
      const { workbench } = session();
      await workbench.showContainer('Dataset Studio');
      const begin = workbench.page.getByRole('button', { name: 'Add Environment' }).last();
      await workbench.until(workbench.question(/Enter a name for the environment/), (timeout) =>
        begin.click({ timeout }),
      );
      await workbench.answer(/Enter a name for the environment/, 'stagin');
      await workbench.answer(/base URL/, 'http://gateway.example');
      await workbench.page
        .getByText(/must (begin|start) with https/)
        .first()
        .waitFor();
      await workbench.goBack();
      await workbench.answer(/Enter a name for the environment/, 'staging');
      await workbench.answer(/base URL/, 'https://gateway.example/api');
      // The first choice is active, so that Enter accepts it.
      await workbench.question(/How do you get access tokens/).waitFor();
      await session().picture('add-environment-grant-types');
      await workbench.acceptSelected(/How do you get access tokens/);
      await workbench.question(/endpoints of the identity provider found/).waitFor();
      await session().picture('add-environment');
      await workbench.press('Escape');

      await workbench.runCommand('Dataset: Add Environment…');
      await workbench.pick(/unfinished environment/, 'Continue "staging"');
      await workbench.pick(/endpoints of the identity provider found/, 'By its issuer');
      await workbench.answer(/5\/8/, `${provider.issuer}/nowhere`);
      await workbench.page
        .getByText(/There is no discovery document/)
        .first()
        .waitFor();
      await session().picture('add-environment-issuer');
      await workbench.answer(/5\/8/, provider.issuer);
      await workbench.answer(/client_id/, 'public-client');
      await workbench.pick(/How does the client authenticate/, 'No client secret (public client)');
      await workbench.answer(/scopes to request/, 'openid offline_access');
      await workbench.notification(/"staging" was added and selected/);
      await workbench.environmentRows(/staging.*signed out/).waitFor();
      await workbench.environmentRows(/https:\/\/gateway\.example\/api/).waitFor();
      await workbench.closeNotifications();
    });

    await step('are edited field by field, and saved when they are complete', async () => {
      const { workbench } = session();
      await workbench.commandTitles('Dataset: Manage Environment');
      await workbench.press('Enter');
      await workbench.question(/staging: signed out/).waitFor();
      await session().picture('manage-environment');
      await workbench.pick(/staging: signed out/, 'Edit Environment');
      await workbench.pick(/Select a field to change/, 'Base URL');
      await workbench.answer(/base URL/, 'https://gateway.example/other');
      await workbench.pick(/unsaved changes/, 'Additional authorization parameters');
      await workbench.answer(/in query-string form/, 'client_secret=hunter2');
      await workbench.page
        .getByText(/can't contain "client_secret"/)
        .first()
        .waitFor();
      await session().picture('edit-environment-parameters');
      await workbench.answer(/can't contain/, 'audience=https://gateway.example&prompt=');
      await session().picture('edit-environment');
      await workbench.pick(/unsaved changes/, 'Save');
      await workbench.environmentRows(/https:\/\/gateway\.example\/other/).waitFor();
      const [{ auth }] = JSON.parse(
        readFileSync(join(session().userData, 'data', 'Machine', 'settings.json'), 'utf8'),
      )['dataset.environments'];
      assert.deepEqual(auth.parameters, { audience: 'https://gateway.example', prompt: '' });
    });

    await step('are removed after a confirmation', async () => {
      const { workbench } = session();
      await workbench.runCommand('Dataset: Manage Environment…');
      await workbench.pick(/staging: signed out/, 'Remove Environment');
      await workbench.pressDialogButton('Remove');
      await workbench.notification(/"staging" was removed/);
      await workbench.page.getByRole('button', { name: 'Add Environment' }).last().waitFor();
      await workbench.environmentRows(/staging/).waitFor({ state: 'detached' });
    });
  });

  it('are one story: not needed to complete data types, nor to report a mistake', async () => {
    await step('are not needed to complete data types while a column is typed', async () => {
      const { workbench } = session();
      await workbench.openFile('sales.dataset.json');
      await workbench.goToEndOfLine(lastColumn);
      await workbench.type(', { "name": "Price", "dataType": ');
      const labels = (await workbench.completions(/Int64/)).map((label) => label.replaceAll('"', ''));
      for (const dataType of ['Int64', 'string', 'bool', 'DateTime']) assert.ok(labels.includes(dataType));
      await session().picture('completion');
      await workbench.press('Escape');
    });

    await step('are not needed to report a mistake in the Problems panel', async () => {
      const { workbench } = session();
      await workbench.type('"Decimal"');
      await workbench.press('Escape');
      await workbench.type(' }');
      assert.match(await workbench.problem(/Decimal/), /dataset/);
      await session().picture('problem');
    });
  });

  it('include a local gateway, which needs no configuration', async () => {
    const { workbench } = session();
    await workbench.openFile('inventory.dataset.yaml');
    await workbench.runCommand('Dataset: Start Local Gateway');
    await workbench.notification(/local gateway is running at/);
    await workbench.runCommand('Dataset: Create Dataset');
    assert.match(await createdDatasetId(workbench), /^[0-9a-f-]{36}$/);
    await session().picture('first-steps');
    await workbench.closeNotifications();
    await workbench.commandTitles('Dataset');
    await session().picture('palette-with-dataset');
    await workbench.press('Escape');
  });

  it('are added from the first to the last step by keyboard alone', async () => {
    const { workbench } = session();
    const answer = async (prompt: RegExp, text: string) => {
      await workbench.question(prompt).locator('.quick-input-box input:focus').waitFor();
      await workbench.type(text);
      await workbench.press('Enter');
    };
    await workbench.showContainer('Dataset Studio');
    await workbench.commandTitles('Dataset: Add Environment');
    await workbench.press('Enter');
    await answer(/Enter a name for the environment/, 'keys');
    await answer(/base URL/, 'https://gateway.example/keys');
    await answer(/How do you get access tokens/, '');
    await answer(/endpoints of the identity provider found/, 'By its issuer');
    await answer(/5\/8/, provider.issuer);
    await answer(/client_id/, 'public-client');
    await answer(/How does the client authenticate/, 'none');
    await answer(/scopes to request/, '');
    await workbench.notification(/was added and selected/);
    await session().picture('add-environment-by-keyboard');
    await workbench.environmentRows(/keys.*signed out/).waitFor();
    await workbench.closeNotifications();
  });
});

/** The 1-based line of the last column of the first table in sales.dataset.json. */
const lastColumn = 11;
