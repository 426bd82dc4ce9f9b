import assert from 'node:assert/strict';
import { samplesFolder } from '../../../scripts/repository.ts';
import { vsixPath } from '../../../scripts/vsix.ts';
import { WalkthroughPage } from '../../workbench/pages/walkthrough-page.ts';
import { violationsIn } from '../accessibility.ts';
import { createdDatasetId } from '../create-as-user.ts';
import { inWorkbench } from '../in-workbench.ts';
import { step } from '../step.ts';

/** Only a window shows a walkthrough, whose steps are completed by what happens in it. */
describe('The walkthrough, from an empty window to a created dataset', () => {
  const session = inWorkbench(() => ({ workspace: samplesFolder, vsix: vsixPath(), emptyWindow: true }));
  const walkthrough = () => new WalkthroughPage(session().workbench);

  it('is one story, in which each step checks itself', async () => {
    await step('opens with Get Started, and not by itself', async () => {
      const { workbench } = session();
      assert.equal(await workbench.page.locator('.gettingStartedContainer').count(), 0);
      await workbench.runCommand('Dataset: Get Started');
      assert.deepEqual(await walkthrough().steps(), [
        { title: 'Open a sample', done: false },
        { title: 'Fix a problem', done: false },
        { title: 'Start the local gateway', done: false },
        { title: 'Create the dataset', done: false },
        { title: 'Add your own gateway', done: false },
      ]);
    });

    await step('opens a sample beside the walkthrough, also in a narrow window', async () => {
      const { page } = session().workbench;
      await walkthrough().select('Open a sample');
      assert.match(await walkthrough().picture(), /^A dataset file in the editor/);
      await session().picture('walkthrough-1-open-sample');
      await page.setViewportSize({ width: 900, height: 800 });
      await walkthrough().press('Open Sample');
      await session().workbench.text(/"dataType": "datetime"/);
      await walkthrough().isDone('Open a sample');
      await page.setViewportSize({ width: 1280, height: 800 });
    });

    await step('shows the quick fixes of the problem in the sample', async () => {
      await walkthrough().select('Fix a problem');
      const { workbench } = session();
      const fixes = workbench.page.locator('.action-widget .monaco-list-row.action');
      // Again if the menu was closed: anything that takes the focus closes it.
      await workbench.until(fixes.filter({ hasText: 'Change to "DateTime"' }), () =>
        walkthrough().press('Show Quick Fixes'),
      );
      await session().picture('walkthrough-2-fix-problem');
      await workbench.takeQuickFix('Change to "DateTime"');
      await workbench.text(/"dataType": "DateTime"/);
      await walkthrough().isDone('Fix a problem');
    });

    await step('starts the local gateway', async () => {
      await walkthrough().select('Start the local gateway');
      await session().picture('walkthrough-3-start-local-gateway');
      await walkthrough().press('Start Local Gateway');
      await session().workbench.notification(/local gateway is running at/);
      await walkthrough().isDone('Start the local gateway');
      await session().workbench.closeNotifications();
    });

    await step('creates the dataset in the local gateway', async () => {
      await walkthrough().select('Create the dataset');
      assert.equal(await walkthrough().done('Create the dataset'), false);
      await walkthrough().press('Create Dataset');
      assert.match(await createdDatasetId(session().workbench), /^[0-9a-f-]{36}$/);
      await walkthrough().isDone('Create the dataset');
      await session().picture('walkthrough-4-create-dataset');
      await session().workbench.closeNotifications();
    });

    await step('adds an environment', async () => {
      const { workbench } = session();
      await walkthrough().select('Add your own gateway');
      await session().picture('walkthrough-5-add-environment');
      assert.equal(await walkthrough().done('Add your own gateway'), false);
      await walkthrough().press('Add Environment');
      await workbench.answer(/Enter a name for the environment/, 'staging');
      await workbench.answer(/base URL/, 'https://gateway.example/api');
      await workbench.pick(/How do you get access tokens/, 'Access token');
      await workbench.notification(/"staging" was added/);
      await walkthrough().isDone('Add your own gateway');
      await session().picture('walkthrough-done');
      assert.deepEqual(
        (await walkthrough().steps()).map(({ done }) => done),
        [true, true, true, true, true],
      );
      await workbench.closeNotifications();
    });
  });

  it('is accessible, with a picture for each step', async () => {
    const { page } = session().workbench;
    await session().workbench.runCommand('Dataset: Get Started');
    // In a narrow editor, VS Code shows no pictures.
    await page.setViewportSize({ width: 2000, height: 800 });
    for (const { title } of await walkthrough().steps()) {
      await walkthrough().select(title);
      assert.match(await walkthrough().picture(), /\w/);
    }
    await session().picture('walkthrough');
    const found = await violationsIn(page, '.gettingStartedContainer .gettingStartedSlideDetails');
    assert.deepEqual(found, []);
  });
});
