import assert from 'node:assert/strict';
import { parseRuleSettings } from '../../../../src/cli/input/settings-file.ts';

describe('parseRuleSettings', () => {
  it('reads a settings file with comments, trailing commas and a byte order mark', () => {
    assert.deepEqual(
      parseRuleSettings(
        '\ufeff// Ours\n{ "dataset.rules": { "no-tables": "off" }, "dataset.dataTypes": ["Guid"], }',
      ),
      { rules: { 'no-tables': 'off' }, dataTypes: ['Guid'] },
    );
  });

  it('ignores a file that is nested too deeply to be read', () => {
    for (const text of ['['.repeat(200_000), `{"dataset.rules":${'{"a":'.repeat(200_000)}`])
      assert.deepEqual(parseRuleSettings(text), { rules: {}, dataTypes: [] });
  });
});
