import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

interface Rule {
  readonly beforeText: string;
  readonly action: { readonly indent: string; readonly appendText?: string; readonly removeText?: number };
}

const configuration = new URL(
  '../../../../syntaxes/dataset-yaml.language-configuration.json',
  import.meta.url,
);
const { onEnterRules }: { readonly onEnterRules: readonly Rule[] } = JSON.parse(
  readFileSync(configuration, 'utf8'),
);

/** How many columns further the next line begins, for two spaces as indentation. */
function columnsAfterEnter(line: string): number {
  const rule = onEnterRules.find(({ beforeText }) => new RegExp(beforeText).test(line));
  if (rule === undefined) return 0;
  const { indent, appendText = '', removeText = 0 } = rule.action;
  return (indent === 'indent' ? 2 : 0) + appendText.length - removeText;
}

describe('Enter in YAML', () => {
  for (const [line, columns, why] of [
    ['tables:', 2, 'a key without a value continues below, with more indentation'],
    ['    columns: ', 2, 'white space is no value'],
    ['  - name: Order', 2, 'after the first key of an item, the next key is below it'],
    ['- "name": Order', 2, 'a key in quotes is a key'],
    ['  - columns:', 4, 'what belongs to the first key of an item is below that key'],
    ['        dataType: Int64', -2, 'after the data type, the next column begins where its dash is'],
    ['        "dataType": "Int64" ', -2, 'a key in quotes is a key'],
    ['      - dataType: Int64', 2, 'a data type can be first'],
    ['        dataType: Int64,', 0, 'in braces, lines are indented in another way'],
    ['    title: Orders', 0, 'another key keeps its column'],
    ['  - Order', 0, 'an item without keys keeps its column'],
    ['# - name: Order', 0, 'a comment keeps its column'],
    ['', 0, 'an empty line keeps its column'],
  ] as const)
    it(`${JSON.stringify(line)}: ${why}`, () => assert.equal(columnsAfterEnter(line), columns));
});
