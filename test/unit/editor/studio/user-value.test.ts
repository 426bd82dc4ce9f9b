import assert from 'node:assert/strict';
import { userValue } from '../../../../src/editor/studio/workspace-settings.ts';

describe('userValue', () => {
  function read(setting: Readonly<Record<string, unknown>>): unknown {
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

  it('is the value of the user, or the default', () => {
    assert.equal(read({ globalValue: 'user', defaultValue: 'default' }), 'user');
    assert.equal(read({ defaultValue: 'default' }), 'default');
    assert.equal(read({ globalValue: false, defaultValue: true }), false);
    assert.equal(read({}), undefined);
  });

  for (const scope of [
    'workspaceValue',
    'workspaceFolderValue',
    'workspaceLanguageValue',
    'workspaceFolderLanguageValue',
  ])
    it(`is never the value of a ${scope}`, () => {
      assert.equal(read({ [scope]: 'evil', globalValue: 'user' }), 'user');
      assert.equal(read({ [scope]: 'evil', defaultValue: 'default' }), 'default');
      assert.equal(read({ [scope]: 'evil' }), undefined);
    });
});
