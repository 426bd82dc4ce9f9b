import assert from 'node:assert/strict';
import { userValue } from '../../../src/editor/user-value.ts';

describe('userValue', () => {
  function valueOf(setting: Readonly<Record<string, unknown>>): unknown {
    return userValue(
      {
        get: (): never => assert.fail('the effective value was asked for'),
        has: () => true,
        inspect: () => ({ key: 'http.proxy', ...setting }),
        update: async () => undefined,
      },
      'proxy',
    );
  }

  it('is what the user has set, or else the default', () => {
    assert.equal(valueOf({ globalValue: 'user', defaultValue: 'default' }), 'user');
    assert.equal(valueOf({ defaultValue: 'default' }), 'default');
    assert.equal(valueOf({ globalValue: false, defaultValue: true }), false);
    assert.equal(valueOf({}), undefined);
  });

  for (const scope of [
    'workspaceValue',
    'workspaceFolderValue',
    'workspaceLanguageValue',
    'workspaceFolderLanguageValue',
  ])
    it(`is never a ${scope}`, () => {
      assert.equal(valueOf({ [scope]: 'evil', globalValue: 'user' }), 'user');
      assert.equal(valueOf({ [scope]: 'evil', defaultValue: 'default' }), 'default');
      assert.equal(valueOf({ [scope]: 'evil' }), undefined);
    });
});
