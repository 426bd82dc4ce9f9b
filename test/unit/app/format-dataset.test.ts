import assert from 'node:assert/strict';
import fc from 'fast-check';
import { caseCount } from '../../../scripts/testing/random-cases.ts';
import { formatDataset } from '../../../src/app/format-dataset.ts';
import type { DocumentFormat } from '../../../src/dataset/dataset.ts';
import { readTextValue } from '../../../src/dataset/document.ts';
import { mutatedDocument, untidyDocument } from '../dataset/documents.ts';

async function format(text: string, language: DocumentFormat) {
  const formatted = await formatDataset(new TextEncoder().encode(text), language);
  return formatted.ok ? formatted.value : undefined;
}

describe('A formatted dataset', () => {
  it('keeps its indentation, or gets two spaces if it has none', async () => {
    const formatted = async (text: string) => (await format(text, 'json'))?.text;
    assert.equal(await formatted('{"name":"a","tables":[]}'), '{\n  "name": "a",\n  "tables": []\n}');
    assert.equal(await formatted('{\n    "name":"a"}'), '{\n    "name": "a"\n}');
    assert.equal(
      await formatted('{\n\t"name":"a",\n"tables":[1]}'),
      '{\n\t"name": "a",\n\t"tables": [\n\t\t1\n\t]\n}',
    );
    assert.equal(await formatted(`{\n${' '.repeat(10_000)}"name":"a"}`), '{\n  "name": "a"\n}');
    const yaml = 'tables:\n    - name:   T\n';
    assert.equal((await format(yaml, 'yaml'))?.text, 'tables:\n    - name: T\n');
  });

  it('keeps its line ends, a byte order mark, and whether the last line has an end', async () => {
    for (const [text, language, formatted] of [
      ['{\r\n"name":"a"}\r\n', 'json', '{\r\n  "name": "a"\r\n}\r\n'],
      ['{"name":"a"}\n\n', 'json', '{\n  "name": "a"\n}\n'],
      ['\ufeff{"name":"a"}', 'json', '\ufeff{\n  "name": "a"\n}'],
      ['name:   a\r\ntables: []', 'yaml', 'name: a\r\ntables: []'],
      ['\ufeffname:   a\n', 'yaml', '\ufeffname: a\n'],
    ] as const)
      assert.deepEqual(await format(text, language), { text: formatted, isChanged: true });
  });

  it('keeps the comments of YAML', async () => {
    const text = '# Sales\nname:   Sales # the name\ntables:\n  # Orders\n  - name: Orders\n\n# End\n';
    assert.equal((await format(text, 'yaml'))?.text, text.replace('   ', ' '));
  });

  it('is not made of a document with syntax errors, or of bytes that are not text', async () => {
    assert.equal(await format('{"name":"a",}', 'json'), undefined);
    assert.equal(await format('name: [', 'yaml'), undefined);
    assert.equal((await formatDataset(Uint8Array.of(0x7b, 0xff), 'json')).ok, false);
  });

  for (const language of ['json', 'yaml'] as const)
    it(`stays as it is when it is formatted again, and has the same value: ${language}`, async () => {
      const document = fc.oneof(untidyDocument(language), mutatedDocument(language));
      await fc.assert(
        fc.asyncProperty(document, fc.constantFrom('', '\n', '\r\n'), async (text, end) => {
          const original = text + end;
          const once = await format(original, language);
          if (once === undefined) return;
          assert.deepEqual(await format(once.text, language), { text: once.text, isChanged: false });
          assert.deepEqual(await readTextValue(once.text, language), await readTextValue(original, language));
          assert.equal(/[\r\n]$/.test(once.text), /[\r\n]$/.test(original));
          if (language === 'json' && !/(?<!\r)\n/.test(original))
            assert.doesNotMatch(once.text, original.includes('\r\n') ? /(?<!\r)\n/ : /\r\n/);
        }),
        { numRuns: caseCount(200) },
      );
    });
});
