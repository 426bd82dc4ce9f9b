import assert from 'node:assert/strict';
import { placeholderDefaults } from '../../../../src/dataset/fixes/fix-edit.ts';
import { templates } from '../../../../src/dataset/language/templates.ts';
import { codesOf } from '../marked.ts';

describe('The templates of a new dataset file', () => {
  for (const format of ['json', 'yaml'] as const) {
    for (const { id, snippet } of templates()) {
      it(`make a document without errors: ${id} in ${format}`, async () => {
        const text = placeholderDefaults(snippet(format));
        assert.deepEqual(await codesOf(text, format), id === 'empty' ? ['no-tables'] : []);
      });
    }
  }
});
