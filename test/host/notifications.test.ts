import assert from 'node:assert/strict';
import { ask, confirm, notify } from '../../src/editor/ui/notifications.ts';
import { Answers } from './answers.ts';

describe('A notification', () => {
  let answers: Answers;

  beforeEach(() => {
    answers = new Answers();
  });

  afterEach(() => answers.restore());

  it('does what the pressed button is for', async () => {
    answers.pressing('Sign In');
    const pressed: string[] = [];
    const button = (title: string) => ({ title, run: () => pressed.push(title) });
    await notify('error', 'No access token.', button('Edit Environment'), button('Sign In'));
    assert.deepEqual(answers.offered, [['Edit Environment', 'Sign In']]);
    assert.deepEqual(pressed, ['Sign In']);
  });

  it('of a dialog returns what the pressed button means, and nothing when it is cancelled', async () => {
    answers.pressing('Create');
    assert.equal(await ask('Create it?', { create: 'Create', preview: 'Preview' }), 'create');
    assert.equal(await confirm('Create it?', 'Create'), true);
    answers.pressing();
    assert.equal(await ask('Create it?', { create: 'Create' }), undefined);
    assert.equal(await confirm('Create it?', 'Create'), false);
  });

  for (const severity of ['info', 'warning', 'error'] as const)
    it(`contains no link or invisible character of a server (${severity})`, async () => {
      answers.pressing();
      await notify(severity, 'It says: "[x](command:y)\u202e"');
      assert.deepEqual(answers.asked, ['It says: "[x] (command:y) "\n']);
    });

  it('of a dialog contains none either', async () => {
    answers.pressing();
    await ask('It says: "[x](command:y)\u202e"', {}, 'a\u0007\n[b](command:c)');
    assert.deepEqual(answers.asked, ['It says: "[x] (command:y) "\na\n[b] (command:c)']);
  });
});
