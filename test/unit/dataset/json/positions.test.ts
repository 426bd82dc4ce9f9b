import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findNodeAtLocation, type JSONPath, type Node, parseTree, visit } from 'jsonc-parser';
import type { Place, Span } from '../../../../src/dataset/finding.ts';
import { cleanObjects } from '../../../../src/dataset/json/clean-objects.ts';
import { duplicateKeys } from '../../../../src/dataset/json/duplicate-keys.ts';
import { censusOf, namesEachOnce } from '../../../../src/dataset/json/key-count.ts';
import { locateInJson } from '../../../../src/dataset/json/locate.ts';

/** Property names that meet, however they are written. */
const key = fc.constantFrom(
  'a',
  'b',
  'name',
  '__proto__',
  'constructor',
  '1',
  'c:',
  '}',
  'é',
  '"',
  'tables',
  'columns',
);
const spelling = fc.constantFrom<(name: string) => string>(
  (name) => JSON.stringify(name),
  (name) => `"${[...name].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`,
);
const blank = fc.constantFrom('', ' ', '\n  ', '\r\n');

/** JSON texts in which objects may name a property twice. */
const jsonText: fc.Arbitrary<string> = fc.letrec<{
  value: string;
  object: string;
  array: string;
  leaf: string;
}>((tie) => ({
  leaf: fc.oneof(
    fc.constantFrom('1', '-0.5e3', 'true', 'null', '""', '":"', '"}{"', '"\\\\"', '"\\"]"', '"\\u003a"'),
    fc.string().map((text) => JSON.stringify(text)),
  ),
  array: fc
    .array(fc.tuple(blank, tie('value'), blank), { maxLength: 4 })
    .map((items) => `[${items.map((item) => item.join('')).join(',')}]`),
  object: fc
    .array(fc.tuple(key, spelling, blank, tie('value'), blank), { maxLength: 5 })
    .map(
      (members) =>
        `{${members.map(([name, spell, before, value, after]) => `${before}${spell(name)}${after}:${before}${value}${after}`).join(',')}}`,
    ),
  value: fc.oneof({ maxDepth: 4, withCrossShrink: true }, tie('leaf'), tie('array'), tie('object')),
})).object;

/** What jsonc-parser's visitor says of duplicate keys, in the plainest way. */
function duplicatesByVisitor(text: string): { key: string; first: Span; second: Span }[] {
  const duplicates: { key: string; first: Span; second: Span }[] = [];
  const open: Map<string, Span>[] = [];
  visit(text, {
    onObjectBegin: () => {
      open.push(new Map());
    },
    onObjectEnd: () => {
      open.pop();
    },
    onObjectProperty: (name, offset, length) => {
      const span = { start: offset, end: offset + length };
      const first = open.at(-1)?.get(name);
      if (first === undefined) open.at(-1)?.set(name, span);
      else duplicates.push({ key: name, first, second: span });
    },
  });
  return duplicates;
}

/** The places of all values of a tree, objects with duplicate keys left out. */
function placesIn(node: Node, path: JSONPath = []): JSONPath[] {
  const children = node.children ?? [];
  if (node.type === 'array')
    return [path, ...children.flatMap((child, index) => placesIn(child, [...path, index]))];
  if (node.type !== 'object') return [path];
  const members = new Map(children.map((child) => [String(child.children?.[0]?.value), child.children?.[1]]));
  if (members.size < children.length) return [path];
  return [path, ...[...members].flatMap(([name, value]) => (value ? placesIn(value, [...path, name]) : []))];
}

describe('the search for duplicate keys', () => {
  it('finds what jsonc-parser finds', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        assert.deepEqual(duplicateKeys(text, []), duplicatesByVisitor(text));
      }),
      { numRuns: 1000 },
    );
  });

  it('is called for exactly by the count of keys', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const value: unknown = JSON.parse(text);
        assert.equal(
          namesEachOnce(text, value, censusOf(value)),
          duplicatesByVisitor(text).length === 0,
          text,
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('loses nothing by skipping clean tables and columns', () => {
    const column = fc.oneof(jsonText, fc.constant('{"name":"x","dataType":"bool"}'), fc.constant('3'));
    const table = fc
      .array(column, { maxLength: 4 })
      .map((columns) => `{"name":"T:","columns":[${columns.join(', ')}]}`);
    const dataset = fc
      .tuple(fc.array(fc.oneof(table, jsonText), { maxLength: 4 }), jsonText)
      .map(([tables, more]) => `{"name":"d","x":${more},"tables":[${tables.join(',\n')}],"y":${more},"x":1}`);
    fc.assert(
      fc.property(dataset, (text) => {
        const value: unknown = JSON.parse(text);
        const clean = cleanObjects(text, value, censusOf(value));
        assert.deepEqual(duplicateKeys(text, clean), duplicatesByVisitor(text));
      }),
      { numRuns: 500 },
    );
  });
});

describe('the search for places', () => {
  it('finds them where the tree of jsonc-parser has them', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const tree = parseTree(text);
        assert.ok(tree);
        const value: unknown = JSON.parse(text);
        const paths = placesIn(tree);
        const places = paths.flatMap((path): Place[] => [
          { path, target: 'value' },
          { path, target: 'key' },
        ]);
        const locate = locateInJson(text, value, censusOf(value), places);
        for (const path of paths) {
          const node = findNodeAtLocation(tree, path);
          assert.ok(node);
          const span = { start: node.offset, end: node.offset + node.length };
          assert.deepEqual(locate({ path, target: 'value' }), span);
          const name = node.parent?.type === 'property' ? node.parent.children?.[0] : undefined;
          if (name) {
            assert.deepEqual(locate({ path, target: 'key' }), {
              start: name.offset,
              end: name.offset + name.length,
            });
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('finds one place as it finds all', () => {
    fc.assert(
      fc.property(jsonText, fc.nat(), (text, chosen) => {
        const tree = parseTree(text);
        assert.ok(tree);
        const value: unknown = JSON.parse(text);
        const paths = placesIn(tree);
        const path = paths[chosen % paths.length] ?? [];
        const node = findNodeAtLocation(tree, path);
        assert.ok(node);
        const place = { path, target: 'value' } as const;
        assert.deepEqual(locateInJson(text, value, censusOf(value), [place])(place), {
          start: node.offset,
          end: node.offset + node.length,
        });
      }),
      { numRuns: 500 },
    );
  });
});
