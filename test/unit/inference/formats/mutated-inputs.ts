import type { SeededRandom } from '../../../faults/seeded-random.ts';

/** What no writer writes at such a place. */
const texts = (
  '" \' ` [ ] ( ) { } < > , ; : . / \\ # $$ -- /* */ \0 \ufeff \ud800 \r\n \n \t 9999999999999999999999 -1 1e999 NaN null true ' +
  '{"toString":1} [[]] "__proto__" constructor $ref #/$defs/a anyOf allOf CREATE TABLE ALTER SELECT GO DELIMITER @ <c> </row> &#0; <!--'
).split(' ');

const numbers = [
  [0xff, 0xff, 0xff, 0xff],
  [0, 0, 0, 0, 0, 0, 0, 0],
  [0xff, 0xff, 0xff, 0x7f],
  [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
  [0x80],
  [0, 0, 0, 0x40],
];

const spliced = [...texts.map((text) => Buffer.from(text)), ...numbers.map((bytes) => Buffer.from(bytes))];

/** A copy of a content with one to six changes: bits, bytes, what is cut, repeated, moved, or spliced in. */
export function mutatedBytes(content: Uint8Array, random: SeededRandom): Uint8Array {
  let bytes = Buffer.from(content);
  for (let changes = 1 + random.whole(6); changes > 0; changes--) {
    const at = random.whole(bytes.length + 1);
    const end = at + random.whole(random.whole(4) > 0 ? 12 : bytes.length + 1);
    const part = bytes.subarray(at, end);
    const token = spliced[random.whole(spliced.length)] ?? Buffer.of();
    const all = [bytes.subarray(0, at), bytes.subarray(at), bytes.subarray(end)] as const;
    switch (random.whole(8)) {
      case 0:
      case 1:
        if (at < bytes.length) bytes[at] = (bytes[at] as number) ^ (1 << random.whole(8));
        break;
      case 2:
        token.copy(bytes, at);
        break;
      case 3:
        bytes = Buffer.concat([all[0], token, all[1]]);
        break;
      case 4:
        bytes = Buffer.concat([all[0], all[2]]);
        break;
      case 5:
        bytes = Buffer.concat([all[0], ...Array.from({ length: 1 + random.whole(20) }, () => part), all[1]]);
        break;
      case 6: {
        const target = random.whole(bytes.length + 1);
        bytes = Buffer.concat([bytes.subarray(0, target), part, bytes.subarray(target)]);
        break;
      }
      default:
        if (random.whole(4) === 0) bytes = Buffer.from(all[0]);
    }
  }
  return bytes;
}

const values: readonly unknown[] = [
  null,
  true,
  -1,
  1e300,
  '',
  'x',
  'date',
  'integer',
  '#/$defs/a',
  '#',
  [],
  {},
  { toString: 1 },
  { type: 'object', properties: {} },
];

/** A copy of a document with values that are replaced, moved, removed, or given other names. */
export function mutatedTree(document: unknown, random: SeededRandom): unknown {
  const copy = structuredClone(document);
  const nodes: Record<string, unknown>[] = [];
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    nodes.push(value as Record<string, unknown>);
    Object.values(value).forEach(visit);
  };
  visit(copy);
  for (let changes = 1 + random.whole(4); changes > 0; changes--) {
    const node = nodes[random.whole(nodes.length)] ?? {};
    const keys = Object.keys(node);
    const key = keys[random.whole(keys.length)] ?? 'x';
    const other = structuredClone(nodes[random.whole(nodes.length)]);
    const value = random.whole(2) === 0 ? values[random.whole(values.length)] : other;
    switch (random.whole(5)) {
      case 0:
        delete node[key];
        break;
      case 1:
        node[texts[random.whole(texts.length)] ?? 'x'] = node[key];
        break;
      case 2:
        node[key] = [node[key], value];
        break;
      default:
        node[key] = value;
    }
  }
  return copy;
}
