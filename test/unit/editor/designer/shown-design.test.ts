import assert from 'node:assert/strict';
import { ParsedDocument } from '../../../../src/dataset/parsed-document.ts';
import { readDesign } from '../../../../src/designer/read-design.ts';
import type { ToView } from '../../../../src/designer/view-messages.ts';
import { Uri } from '../fake-vscode.ts';

const { ShownDesign } = await import('../../../../src/editor/designer/shown-design.ts');
type Designed = ConstructorParameters<typeof ShownDesign>[0];

const document = {
  uri: new Uri('/r/a.dataset.json'),
  languageId: 'dataset-json',
  version: 1,
  isDirty: false,
  getText: () => '{ "name": "a", "tables": [] }',
};

const designed = {
  document,
  checks: {
    runOn: async ({ text }: { readonly text: string }) => readDesign(new ParsedDocument(text, 'json')),
    problems: async () => [],
  },
  settings: {
    isValidationEnabled: () => true,
    judge: async () => ({ kind: 'judged', settings: { rules: {}, dataTypes: [] } }),
  },
} as unknown as Designed;

describe('What the designer shows', () => {
  it('can be edited again after a lost change, once VS Code keeps one of the text', async () => {
    const posted: ToView[] = [];
    const shown = new ShownDesign(designed, (message) => posted.push(message));
    await shown.open();
    /** Why it can't be edited, after a change of what VS Code says of the document. */
    const readOnly = async (change: Partial<typeof document> = {}) => {
      Object.assign(document, change);
      await shown.refresh();
      const last = posted.at(-1);
      return last !== undefined && 'state' in last ? last.state.readOnly?.kind : 'nothing was posted';
    };
    assert.equal(await readOnly(), undefined);
    shown.lock();
    assert.equal(await readOnly(), 'read-only-file');
    assert.equal(await readOnly({ version: 2, isDirty: true }), undefined);
    assert.equal(await readOnly({ isDirty: false }), undefined);
  });
});
