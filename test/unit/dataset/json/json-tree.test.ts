import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findNodeAtLocation, type JSONPath, type Node, parseTree, visit } from 'jsonc-parser';
import { caseCount } from '../../../../scripts/testing/random-cases.ts';
import type { TreeNode } from '../../../../src/dataset/document-tree.ts';
import { Locator } from '../../../../src/dataset/document-tree.ts';
import { jsonTree } from '../../../../src/dataset/json/json-tree.ts';
import { parseJsonTree } from '../../../../src/dataset/json/parser.ts';
import { hasUniqueKeys } from '../../../../src/dataset/json/unique-keys.ts';
import type { Span } from '../../../../src/dataset/problem.ts';
import { duplicateKeys, valueOfTree } from '../../../../src/dataset/tree-value.ts';
import { mutatedDocument } from '../documents.ts';

/**
 * Property names that are often the same, however they are written. None begins with an escape: once any test has parsed
 * an object with the property name `\\`, `JSON.parse` of V8 13.6 misreads such names.
 */
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
  'q"',
  'tables',
  'columns',
);
const spelling = fc.constantFrom<(name: string) => string>(
  (name) => JSON.stringify(name),
  (name) =>
    `"${[...name].map((c, index) => (index === 0 ? c : `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)).join('')}"`,
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

/** The duplicate keys that jsonc-parser's visitor meets. */
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

/** The paths of all values of a tree, objects with duplicate keys left out. */
function pathsIn(node: Node, path: JSONPath = []): JSONPath[] {
  const children = node.children ?? [];
  if (node.type === 'array')
    return [path, ...children.flatMap((child, index) => pathsIn(child, [...path, index]))];
  if (node.type !== 'object') return [path];
  const members = new Map(children.map((child) => [String(child.children?.[0]?.value), child.children?.[1]]));
  if (members.size < children.length) return [path];
  return [path, ...[...members].flatMap(([name, value]) => (value ? pathsIn(value, [...path, name]) : []))];
}

function spanOf({ offset, length }: Node): Span {
  return { start: offset, end: offset + length };
}

const valueIn = (text: string) => valueOfTree(jsonTree(text).root, Number.POSITIVE_INFINITY, undefined);

describe('The JSON tree', () => {
  it('has the value that JSON.parse returns', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        assert.deepEqual(valueIn(text), JSON.parse(text));
      }),
      { numRuns: caseCount(500) },
    );
  });

  it('has the same spans for values and keys as jsonc-parser', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const tree = parseTree(text);
        assert.ok(tree);
        const locator = new Locator(jsonTree(text).root, text);
        for (const path of pathsIn(tree)) {
          const node = findNodeAtLocation(tree, path);
          assert.ok(node);
          assert.deepEqual(locator.spanOf({ path, target: 'value' }), spanOf(node));
          const key = node.parent?.type === 'property' ? node.parent.children?.[0] : undefined;
          if (key) assert.deepEqual(locator.spanOf({ path, target: 'key' }), spanOf(key));
        }
      }),
      { numRuns: caseCount(500) },
    );
  });

  it("has spans in the text's order, each within its parent, for any broken text", () => {
    const check = (node: TreeNode, text: string): void => {
      assert.ok(node.start <= node.end && node.end <= text.length);
      const children: readonly Span[] =
        node.type === 'array'
          ? node.items
          : node.type === 'object'
            ? node.properties.flatMap(({ keySpan, value }) => (value ? [keySpan, value] : [keySpan]))
            : [];
      let end = node.start;
      for (const child of children) {
        assert.ok(end <= child.start && child.end <= node.end, JSON.stringify(text));
        end = child.end;
      }
      if (node.type === 'array') for (const item of node.items) check(item, text);
      if (node.type === 'object') for (const { value } of node.properties) if (value) check(value, text);
    };
    const scrap = fc.string({
      unit: fc.constantFrom(...'{}[],:"\'\\/*-1a \n😀', '"a"', 'true', '//'),
      maxLength: 20,
    });
    fc.assert(
      fc.property(fc.oneof(mutatedDocument('json'), scrap), (text) => {
        const { root } = jsonTree(text);
        if (root) check(root, text);
      }),
      { numRuns: caseCount(2000) },
    );
  });

  it('continues after a property without a value or an item without its brace', () => {
    assert.deepEqual(valueIn('{"a": "b": 1, "c" "d": 2}'), { a: undefined, b: 1, c: undefined, d: 2 });
    assert.deepEqual(valueIn('[{"a": 1, {"a": 2}, {"a": 3 {"a": 4}]'), [
      { a: 1 },
      { a: 2 },
      { a: 3 },
      { a: 4 },
    ]);
    assert.deepEqual(valueIn('{"a": [{"b": 1], "c": 2}'), { a: [{ b: 1 }], c: 2 });
    assert.deepEqual(valueIn('{a: \'b\', // c\n "d" [1 2,,3,],}'), { a: 'b', d: [1, 2, 3] });
  });

  it('accepts any depth', () => {
    for (const text of ['['.repeat(200_000), '{"a":'.repeat(100_000), `${'['.repeat(100_000)}}`]) {
      const { root, errors } = jsonTree(text);
      assert.equal(errors.length, 1);
      assert.deepEqual(duplicateKeys(root), []);
      assert.notEqual(valueOfTree(root, 16, undefined), undefined);
    }
  });

  it('takes linear time for a million brackets without a match', () => {
    const { nodes } = parseJsonTree(`${'['.repeat(1_000_000)}${'}'.repeat(1_000_000)}`);
    assert.equal(nodes.count, 1_000_000);
  }).timeout(60_000);
});

describe('The search for duplicate keys', () => {
  it('finds what jsonc-parser finds', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        assert.deepEqual(duplicateKeys(jsonTree(text).root), duplicatesByVisitor(text));
      }),
      { numRuns: caseCount(1000) },
    );
  });

  it('is settled by counting colons, also those in strings and names', () => {
    const settled = (text: string) => hasUniqueKeys(text, JSON.parse(text));
    assert.ok(
      settled('{ "$schema": "https://example.com/a", "formatString": "HH:mm:ss", "a:b": [{ "c": ":" }] }'),
    );
    assert.ok(!settled('{ "$schema": "https://example.com/a", "a": 1, "a": 2 }'));
    assert.ok(!settled(String.raw`{ "a": "\u003a", "a": 2 }`));
  });

  it('is never skipped if there are duplicate keys', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        if (hasUniqueKeys(text, JSON.parse(text))) assert.deepEqual(duplicatesByVisitor(text), []);
      }),
      { numRuns: caseCount(1000) },
    );
  });
});
