import assert from 'node:assert/strict';
import { notify } from '../../src/editor/notifications.ts';
import { Answers } from './answers.ts';

describe('A notification', () => {
  let answers: Answers;

  beforeEach(() => {
    answers = new Answers();
  });

  afterEach(() => answers.restore());

  it('returns what the pressed button does', async () => {
    answers.pressing('Sign In');
    const buttons = { edit: 'Edit Environment', signIn: 'Sign In' };
    assert.equal(await notify('error', 'No access token.', { buttons }), 'signIn');
    assert.deepEqual(answers.offered, [['Edit Environment', 'Sign In']]);
  });

  it('returns nothing when it is closed', async () => {
    answers.pressing();
    assert.equal(await notify('information', 'Signed in.', { buttons: { show: 'Show' } }), undefined);
  });

  for (const severity of ['information', 'warning', 'error'] as const)
    it(`contains no link or invisible character of a server (${severity})`, async () => {
      answers.pressing();
      await notify(severity, 'It says: "[x](command:y)\u202e"', {
        modal: true,
        detail: 'a\u0007\n[b](command:c)',
      });
      assert.deepEqual(answers.asked, ['It says: "[x] (command:y) "\na\n[b] (command:c)']);
    });
});
