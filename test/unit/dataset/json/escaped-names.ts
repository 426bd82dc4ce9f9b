import { valueOfNodes } from '../../../../src/dataset/json/node-table.ts';
import { parseJson } from '../../../../src/dataset/json/parser.ts';
import { readJson } from '../../../../src/dataset/json/read-json.ts';

// Reads many small objects with escaped and unescaped names, and prints how many `readJson` misreads.
const names = ['name', 'tables', 'a', '', '\\', '"', '\\"', '"\\'];
let state = 1;
const next = (below: number) => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
  return (state >>> 8) % below;
};
const spell = (name: string) => (name === 'a' && next(2) === 0 ? '"\\u0061"' : JSON.stringify(name));

let misread = 0;
for (let round = 0; round < 20_000; round++) {
  const members = Array.from({ length: 1 + next(4) }, () => `${spell(names[next(names.length)] ?? '')}:1`);
  const text = next(2) === 0 ? `{"name":{${members}}}` : `{${members}}`;
  const { parsed } = readJson(text, { rules: {}, dataTypes: [] }, () => parseJson(text));
  if (JSON.stringify(parsed?.value) !== JSON.stringify(valueOfNodes(parseJson(text).nodes))) misread++;
}
console.log(`${misread} misread`);
