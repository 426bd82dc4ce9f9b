import assert from 'node:assert/strict';
import { WorkspaceRuleSettings } from '../../../../src/cli/input/rule-settings.ts';

/** The rules for a file in a folder with these settings. */
function rulesBy(settings: string) {
  return new WorkspaceRuleSettings(async () => Buffer.from(settings)).for('/work/a.dataset.json');
}

describe('The rules of a workspace', () => {
  it('are read from a settings file with comments, trailing commas and a byte order mark', async () => {
    assert.deepEqual(
      await rulesBy(
        '\ufeff// Ours\n{ "dataset.rules": { "no-tables": "off" }, "dataset.dataTypes": ["Guid"], }',
      ),
      { rules: { 'no-tables': 'off' }, dataTypes: ['Guid'] },
    );
  });

  it('are the default ones for a settings file that is nested too deeply to be read', async () => {
    for (const nested of [
      `["dataset.rules",${'['.repeat(200_000)}`,
      `{"dataset.rules":${'{"a":'.repeat(200_000)}`,
    ])
      assert.deepEqual(await rulesBy(nested), { rules: {}, dataTypes: [] });
  });
});
