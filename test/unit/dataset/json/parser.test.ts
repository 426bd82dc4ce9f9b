import assert from 'node:assert/strict';
import fc from 'fast-check';
import { caseCount } from '../../../../scripts/testing/random-cases.ts';
import { parseJsonTree } from '../../../../src/dataset/json/parser.ts';

/** The errors of a text: the span that each points at, and its message. */
function errorsIn(text: string): [string, string][] {
  return parseJsonTree(text).errors.map(({ start, end, message }) => [
    `${start}:${text.slice(start, end)}`,
    message,
  ]);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('The JSON parser', () => {
  for (const [what, text, place, message] of [
    ['an empty document', '', '0:', 'The document is empty. A dataset begins with {.'],
    ['a blank document', ' \n', '0: \n', 'The document is empty. A dataset begins with {.'],
    ['a byte order mark', '\ufeff{}', '0:\ufeff', /byte order mark/],
    ['a trailing comma in an array', '[1, ]', '2:,', 'Nothing follows this comma. Remove it.'],
    ['a trailing comma in an object', '{"a":1,}', '6:,', 'Nothing follows this comma. Remove it.'],
    ['a line comment', '{ // x\n}', '2:// x', 'JSON has no comments. Remove this one.'],
    ['a block comment', '[/* a\n */1]', '1:/* a\n */', 'JSON has no comments. Remove this one.'],
    ['an open comment', '[1]/* ', '3:/* ', 'JSON has no comments. Remove this one.'],
    ['a leading zero', '[012]', '1:012', /can't begin with 0/],
    ['a plus', '[+1]', '1:+1', /is not a valid JSON number/],
    ['a lone minus', '[-]', '1:-', /is not a valid JSON number/],
    ['a missing digit after the point', '[1.]', '1:1.', /is not a valid JSON number/],
    ['a missing digit before the point', '[.5]', '1:.5', /is not a valid JSON number/],
    ['a missing exponent', '[1e+]', '1:1e+', /is not a valid JSON number/],
    ['single quotes', "['a']", "1:'a'", 'JSON has no single quotes. Use double quotes (").'],
    ['a key in single quotes', "{'a':1}", "1:'a'", /single quotes/],
    ['an unquoted key', '{a:1}', '1:a', 'Put the property name in double quotes (").'],
    ['an unquoted value', '[Int64]', '1:Int64', /JSON has no value Int64/],
    ['a Python constant', '[True]', '1:True', /JSON has no value True/],
    ['a tab in a string', '["a\tb"]', '3:\t', /Write \\t instead/],
    ['a control character in a string', '["\u0001"]', '2:\u0001', /Write \\u0001 instead/],
    ['an unknown escape', '["\\x"]', '2:\\x', /no escape \\x/],
    ['a short \\u escape', '["\\u12g"]', '2:\\u12', /four hexadecimal digits/],
    ['an open string', '["a\n]', '1:"a', 'This string is not closed. Add a double quote (").'],
    ['an open string before another one', '["a\n,"b"]', '1:"a', /is not closed/],
    ['a line break in a string', '["a\n\tb",1]', '1:"a', /a line break\. Write \\n instead/],
    ['a missing comma in an array', '[1 2]', '3:2', 'A comma is missing before this.'],
    ['a missing comma in an object', '{"a":1 "b":2}', '7:"', 'A comma is missing before this.'],
    ['a missing colon', '{"a" 1}', '5:1', 'A colon (:) is missing before this.'],
    ['a missing value', '{"a":}', '5:}', 'A value is missing before this }.'],
    ['a missing colon and value', '{"a"}', '4:}', 'A colon (:) and a value are missing before this }.'],
    ['a comma too many in an array', '[1,,2]', '3:,', 'Nothing precedes this comma. Remove it.'],
    ['a comma too many in an object', '{,"a":1}', '1:,', 'Nothing precedes this comma. Remove it.'],
    ['a missing key', '{:1}', '1::', 'A property name in double quotes is missing before this :.'],
    ['no more than a comma', ',', '0:,', 'A value is missing before this ,.'],
    ['a wrong bracket', '[1}', '2:}', 'A comma or ] is missing before this }.'],
    ['an open array', '[1', '2:', 'The document ends too early: ] is missing.'],
    ['an open object', '{"a":[{}]', '9:', 'The document ends too early: } is missing.'],
    ['text after the end', '{} x', '3:x', /Remove the text after its end/],
    ['a second value', '1 2', '2:2', /Remove the text after its end/],
    ['a no-break space', '[\u00a01]', '1:\u00a0', /U\+00A0/],
    ['a character that begins no value', '[😀]', '1:😀', "A value can't begin with 😀."],
  ] as const) {
    it(`reports ${what}`, () => {
      const [first] = errorsIn(text);
      assert.ok(first);
      assert.equal(first[0], place);
      if (typeof message === 'string') assert.equal(first[1], message);
      else assert.match(first[1], message);
    });
  }

  it('continues after errors that leave no doubt', () => {
    assert.deepEqual(
      errorsIn('{a: \'x\', /* c */ "b": [01 2,],}').map(([place]) => place),
      ['1:a', "4:'x'", '9:/* c */', '23:01', '26:2', '27:,', '29:,'],
    );
  });

  it('reports a string in several lines once', () => {
    for (const text of [
      '{"name":"a\nb","tables":[]}',
      '{"name":"a \\"c\\"\r\n\r\n\tb: [d]\n"\n}',
      '{"a\nb":[]}',
      "{'a\nb':'c\nd'}",
    ])
      assert.equal(errorsIn(text).length, text.startsWith("{'") ? 2 : 1, text);
  });

  it('reads many open strings in linear time', () => {
    assert.equal(errorsIn(`["\n${'\\"\n'.repeat(300_000)}`).length, 2);
  });

  it('reports a hundred errors at most', () => {
    assert.equal(parseJsonTree('//\n'.repeat(1000)).errors.length, 100);
  });

  it('accepts any depth', () => {
    assert.deepEqual(parseJsonTree('['.repeat(100_000) + ']'.repeat(100_000)).errors, []);
    assert.equal(parseJsonTree('{"a":'.repeat(100_000)).errors.length, 1);
  });

  it('accepts what JSON.parse accepts', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 1), (text, indent) => {
        assert.deepEqual(parseJsonTree(JSON.stringify(JSON.parse(text), null, indent)).errors, []);
      }),
    );
  });

  it('agrees with JSON.parse on mutated texts', () => {
    const scrap = fc.constantFrom(
      ...'{}[],:"\\/\'0123456789eE+-.tfnul \t\n\r\u0000\u00a0\ufeff',
      '\\u',
      '\ud800',
    );
    const mutation = fc.record({
      at: fc.nat(),
      remove: fc.nat(2),
      insert: fc.string({ unit: scrap, maxLength: 2 }),
    });
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 3 }),
        fc.array(mutation, { minLength: 1, maxLength: 3 }),
        (json, mutations) => {
          let text = json;
          for (const { at, remove, insert } of mutations) {
            const offset = at % (text.length + 1);
            text = text.slice(0, offset) + insert + text.slice(offset + remove);
          }
          assert.equal(parseJsonTree(text).errors.length === 0, isJson(text), JSON.stringify(text));
        },
      ),
      { numRuns: caseCount(5000) },
    );
  });

  it('agrees with JSON.parse on short texts of all kinds', () => {
    const scrap = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '"a"',
      '\\',
      '0',
      '1',
      '-',
      '.',
      'e',
      'true',
      'null',
      ' ',
      '\n',
      '//',
    );
    fc.assert(
      fc.property(fc.string({ unit: scrap, maxLength: 8 }), (text) => {
        assert.equal(parseJsonTree(text).errors.length === 0, isJson(text), JSON.stringify(text));
      }),
      { numRuns: caseCount(5000) },
    );
  });
});
