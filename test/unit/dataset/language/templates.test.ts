import assert from 'node:assert/strict';
import { templates } from '../../../../src/dataset/authoring/templates.ts';
import { withoutPlaceholders } from '../../../../src/dataset/fixes/fix.ts';
import { english } from '../../../../src/text/localize.ts';
import { codesOf } from '../marked.ts';

describe('the templates of a new dataset file', () => {
  for (const format of ['json', 'yaml'] as const) {
    for (const { id, snippet } of templates(english)) {
      it(`make a document without errors: ${id} in ${format}`, async () => {
        const text = withoutPlaceholders(snippet(format));
        assert.deepEqual(await codesOf(text, format), id === 'empty' ? ['no-tables'] : []);
      });
    }
  }
});
