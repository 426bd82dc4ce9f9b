import assert from 'node:assert/strict';
import { ParsedDocument } from '../../../src/dataset/parsed-document.ts';
import type { RuleSettings } from '../../../src/dataset/rules/settings.ts';

describe('A parsed document', () => {
  const defaults: RuleSettings = { rules: {}, dataTypes: [] };

  for (const [format, text] of [
    [
      'json',
      '{ "name": "d", "tables": [{ "name": "A", "columns": [{ "name": "x", "dataType": "Guid" }] }] }',
    ],
    ['yaml', 'name: d\ntables:\n  - name: A\n    columns:\n      - name: x\n        dataType: Guid\n'],
  ] as const) {
    it(`finds out what is asked about ${format} once`, async () => {
      const document = new ParsedDocument(text, format);
      assert.equal(await document.tree, await document.tree);
      assert.equal(await document.problems(defaults), await document.problems({ ...defaults }));
    });

    it(`validates ${format} again with other settings`, async () => {
      const document = new ParsedDocument(text, format);
      const codes = async (settings: RuleSettings) =>
        (await document.problems(settings)).map(({ code }) => code);
      assert.deepEqual(await codes(defaults), ['unknown-data-type']);
      assert.deepEqual(await codes({ ...defaults, dataTypes: ['Guid'] }), []);
      assert.deepEqual(await codes(defaults), ['unknown-data-type']);
    });
  }
});
