import assert from 'node:assert/strict';
import type { DocumentFormat } from '../../../../src/dataset/dataset.ts';
import { hover } from '../../../../src/dataset/language/hover.ts';
import { ParsedDocument } from '../../../../src/dataset/parsed-document.ts';

/** What is shown at ¦, and for which token. */
async function shown(
  marked: string,
  format: DocumentFormat,
  dataTypes: string[] = [],
): Promise<[string, string] | undefined> {
  const text = marked.replace('¦', '');
  const found = await hover(new ParsedDocument(text, format), { dataTypes }, { offset: marked.indexOf('¦') });
  return found && [text.slice(found.range.start, found.range.end), found.markdown];
}

describe('hover', () => {
  for (const [format, key, value] of [
    [
      'json',
      '{"tables":[{"columns":[{"na¦me":"x","dataType":"bool"}]}]}',
      '{"tables":[{"columns":[{"dataType":"bo¦ol"}]}]}',
    ],
    ['yaml', 'tables:\n  - columns:\n      - na¦me: x\n', 'tables:\n  - columns:\n      - dataType: bo¦ol\n'],
  ] as const) {
    it(`explains properties in ${format}`, async () => {
      const [token, markdown] = (await shown(key, format)) ?? [];
      assert.equal(token?.replace(/"/g, ''), 'name');
      assert.match(markdown ?? '', /name of the column/);
    });

    it(`explains data types in ${format}`, async () => {
      const [token, markdown] = (await shown(value, format)) ?? [];
      assert.equal(token?.replace(/"/g, ''), 'bool');
      assert.match(markdown ?? '', /true/);
      assert.match(
        (await shown(value.replace('bo¦ol', 'Gu¦id'), format, ['Guid']))?.[1] ?? '',
        /the project file/,
      );
    });

    it(`is empty for unknown words in ${format}`, async () => {
      assert.equal(await shown(value.replace('bo¦ol', 'Gu¦id'), format), undefined);
      assert.equal(await shown(key.replace('na¦me', '__pro¦to__'), format), undefined);
      assert.equal(await shown(key.replace('na¦me', 'const¦ructor'), format), undefined);
    });
  }

  it('explains the first token of a document', async () => {
    assert.match((await shown('¦name: d', 'yaml'))?.[1] ?? '', /name of the dataset/);
    assert.match((await shown('{¦"name":"d"}', 'json'))?.[1] ?? '', /name of the dataset/);
  });
});
