import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { vsixPath } from '../../scripts/vsix.ts';
import { TestProvider } from '../identity-provider/identity-provider.ts';
import { samplesFolder } from '../workbench/session.ts';
import { inWorkbench } from './in-workbench.ts';

describe('Environments', () => {
  let provider: TestProvider;
  const session = inWorkbench(async () => {
    provider = await TestProvider.start();
    return { workspace: samplesFolder, vsix: vsixPath() };
  });

  after(() => provider.close());

  it('have a view with welcome content', async () => {
    const { workbench } = session();
    await workbench.showContainer('Dataset Studio');
    await workbench.page.getByRole('button', { name: 'Add Environment' }).last().waitFor();
    await session().screenshot('environments-welcome');
  });

  it('are added step by step, with going back, leaving, and resuming', async () => {
    const { workbench } = session();
    const begin = workbench.page.getByRole('button', { name: 'Add Environment' }).last();
    await workbench.until(workbench.question(/A name for the environment/), (timeout) =>
      begin.click({ timeout }),
    );
    await workbench.answer(/A name for the environment/, 'stagin');
    await workbench.answer(/base address/, 'http://gateway.example');
    await workbench.page
      .getByText(/must begin with https/)
      .first()
      .waitFor();
    await workbench.goBack();
    await workbench.answer(/A name for the environment/, 'staging');
    await workbench.answer(/base address/, 'https://gateway.example/api');
    await workbench.pick(/Where do access tokens come from/, 'Identity provider');
    await workbench.question(/How is the identity provider found/).waitFor();
    await session().screenshot('add-environment');
    await workbench.press('Escape');

    await workbench.runCommand('Dataset: Add Environment');
    await workbench.pick(/begun and left/, 'Go on with "staging"');
    await workbench.pick(/How is the identity provider found/, 'By its issuer');
    await workbench.answer(/5\/8/, `${provider.issuer}/nowhere`);
    await workbench.page
      .getByText(/No identity provider describes itself/)
      .first()
      .waitFor();
    await session().screenshot('add-environment-issuer');
    await workbench.answer(/5\/8/, provider.issuer);
    await workbench.answer(/client_id/, 'public-client');
    await workbench.pick(/How does the client prove itself/, 'none');
    await workbench.answer(/scopes to ask for/, 'openid offline_access');
    await workbench.notification(/"staging" is defined and selected/);
    await workbench.environmentRows(/staging.*signed out/).waitFor();
    await workbench.environmentRows(/https:\/\/gateway\.example\/api/).waitFor();
    await workbench.closeNotifications();
  });

  it('are edited field by field, and saved when they are complete', async () => {
    const { workbench } = session();
    await workbench.runCommand('Dataset: Edit Environment');
    await workbench.pick(/Which environment/, 'staging');
    await workbench.pick(/What is to be changed/, 'Base address');
    await workbench.answer(/base address/, 'https://gateway.example/other');
    await workbench.pick(/Not saved yet/, 'More parameters of the sign-in');
    await workbench.answer(/as in an address/, 'client_secret=hunter2');
    await workbench.page
      .getByText(/can't hold "client_secret"/)
      .first()
      .waitFor();
    await session().screenshot('edit-environment-parameters');
    await workbench.answer(/can't hold/, 'audience=https://gateway.example&prompt=');
    await session().screenshot('edit-environment');
    await workbench.pick(/Not saved yet/, 'Save');
    await workbench.environmentRows(/https:\/\/gateway\.example\/other/).waitFor();
    const [{ auth }] = JSON.parse(
      readFileSync(join(session().userData, 'data', 'Machine', 'settings.json'), 'utf8'),
    )['dataset.environments'];
    assert.deepEqual(auth.parameters, { audience: 'https://gateway.example', prompt: '' });
  });

  it('are removed after confirmation', async () => {
    const { workbench } = session();
    await workbench.runCommand('Dataset: Remove Environment');
    await workbench.pick(/Which environment/, 'staging');
    await workbench.pressDialogButton('Remove');
    await workbench.notification(/"staging" is removed/);
    await workbench.page.getByRole('button', { name: 'Add Environment' }).last().waitFor();
    assert.equal(await workbench.environmentRows(/staging/).count(), 0);
  });
});
