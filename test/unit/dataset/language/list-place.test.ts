import assert from 'node:assert/strict';
import type { DocumentFormat } from '../../../../src/dataset/dataset.ts';
import { listPlace, tableIndex } from '../../../../src/dataset/language/list-place.ts';
import { ParsedDocument } from '../../../../src/dataset/parsed-document.ts';
import { noRuleSettings } from '../../../../src/dataset/rules/settings.ts';

/** The place at `|`. */
function placeIn(marked: string, format: DocumentFormat) {
  return listPlace(new ParsedDocument(marked.replace('|', ''), format), noRuleSettings, {
    offset: marked.indexOf('|'),
  });
}

describe('A place in a list of a dataset', () => {
  for (const [format, marked, expected] of [
    ['json', '{ "tables": [|] }', { list: 'tables', index: 0 }],
    ['json', '{ "tables": [{}, |{}] }', { list: 'tables', index: 1 }],
    ['json', '{ "tables": [{}|] }', { list: 'tables', index: 1 }],
    [
      'json',
      '{ "tables": [{}, { "columns": [{ "name": "a" },|] }] }',
      { list: 'columns', table: 1, index: 1 },
    ],
    ['json', '{ "tables": [{ "columns": [{ "name": "a|" }] }] }', undefined],
    ['json', '{ "tables": [{ | }] }', undefined],
    ['json', '{ | "tables": [] }', undefined],
    ['yaml', 'tables: [|]', { list: 'tables', index: 0 }],
    ['yaml', 'tables:\n  - name: a\n  |\n', { list: 'tables', index: 1 }],
    ['yaml', 'tables:\n- name: a\n|', { list: 'tables', index: 1 }],
    [
      'yaml',
      'tables:\n  - name: a\n    columns:\n      - name: b\n      |\n      - name: c\n',
      { list: 'columns', table: 0, index: 1 },
    ],
    ['yaml', 'tables:\n  - name: a\n    columns:\n      - name: b\n  - |\n', { list: 'tables', index: 1 }],
    ['yaml', 'tables:\n  - name: a\n    columns:\n      - name: b\n|', { list: 'tables', index: 1 }],
    ['yaml', 'tables:\n  - name: a\n|\n  - name: b\n', { list: 'tables', index: 1 }],
    ['yaml', 'tables:\n  - name: a\nowner: b\n|', undefined],
    ['yaml', 'tags:\n  - a\n|', undefined],
    ['yaml', 'tables:\n  - name: a|\n', undefined],
  ] as const)
    it(`${format}: ${JSON.stringify(marked)}`, async () => {
      assert.deepEqual(await placeIn(marked, format), expected);
    });
});

describe('The table at an offset', () => {
  for (const [format, marked, expected] of [
    ['json', '{ "tables": [{}, { "columns": [{ "name": "a|" }] }] }', 1],
    ['json', '{ "na|me": "x", "tables": [{}] }', undefined],
    ['yaml', 'tables:\n  - name: a\n  - name: b\n    columns:\n      - name: c\n      |\n', 1],
    ['yaml', 'name: |x\n', undefined],
  ] as const)
    it(`${format}: ${JSON.stringify(marked)}`, async () => {
      assert.equal(
        await tableIndex(new ParsedDocument(marked.replace('|', ''), format), noRuleSettings, {
          offset: marked.indexOf('|'),
        }),
        expected,
      );
    });
});
