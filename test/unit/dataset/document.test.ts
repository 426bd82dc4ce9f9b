import assert from 'node:assert/strict';
import { sizeOf } from '../../../scripts/testing/random-cases.ts';
import { formatOf } from '../../../src/dataset/dataset.ts';
import { type CheckedDocument, checkDocument, validateText } from '../../../src/dataset/document.ts';
import type { RuleCode } from '../../../src/dataset/problem.ts';
import type { RuleSetting } from '../../../src/dataset/rules/settings.ts';
import { json, options } from './marked.ts';

type Rules = Partial<Record<RuleCode, RuleSetting>>;

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

async function check(content: Uint8Array, rules: Rules = {}): Promise<CheckedDocument> {
  return checkDocument(content, 'json', { ...options, rules });
}

async function problemOf(content: Uint8Array): Promise<{ place: string; message: string }> {
  const checked = await check(content);
  assert.equal(checked.valid, false);
  const [problem, ...more] = checked.problems;
  assert.ok(problem);
  assert.equal(more.length, 0);
  assert.equal(problem.code, 'syntax');
  return { place: `${problem.range.start.line}:${problem.range.start.character}`, message: problem.message };
}

describe('The format of a document', () => {
  it('is known by its extension', () => {
    const names = ['a.dataset.json', 'A.DATASET.JSON', '/x/a.yaml', 'a.YML', 'a.json.txt', 'json', ''];
    assert.deepEqual(names.map(formatOf), ['json', 'json', 'yaml', 'yaml', undefined, undefined, undefined]);
  });
});

describe('A document before its submission', () => {
  it('is sent byte for byte', async () => {
    const content = bytes(` ${json({ name: '"\\u00e9\\ud800"' })}\r\n`);
    const checked = await check(content);
    assert.ok(checked.valid);
    assert.equal(checked.body, content);
    assert.deepEqual(checked.problems, []);
  });

  it('has a summary', async () => {
    const tables =
      '[{"name":"A","columns":[{"name":"a","dataType":"bool"},{"name":"b","dataType":"bool"}]},{"name":"B","columns":[]}]';
    const checked = await check(bytes(json({ tables })));
    assert.ok(checked.valid);
    assert.deepEqual(checked.summary, { name: 'd', tables: 2, columns: 2 });
  });

  it('is valid with warnings', async () => {
    const checked = await check(bytes(json({ tables: '[]' })));
    assert.deepEqual([checked.valid, checked.problems.map(({ code }) => code)], [true, ['no-tables']]);
  });

  it('is not valid with errors', async () => {
    assert.equal((await check(bytes('{}'))).valid, false);
  });

  it("can be valid if a rule's severity is lowered, and has a summary", async () => {
    const checked = await check(bytes('{"tables":[3,{"columns":[null]}]}'), {
      'missing-property': 'warning',
      'wrong-type': 'off',
    });
    assert.ok(checked.valid);
    assert.deepEqual(checked.summary, { tables: 2, columns: 1 });
  });

  it('is never valid with syntax errors, duplicate keys, or without an object', async () => {
    const rules: Rules = {
      syntax: 'off',
      'duplicate-key': 'off',
      'wrong-type': 'off',
      'missing-property': 'off',
    };
    for (const text of ['{"name":"d",}', '{"name":"d","name":"e"}', '[]', 'null', '"x"']) {
      const checked = await check(bytes(text), rules);
      assert.equal(checked.valid, false, text);
      assert.ok(
        checked.problems.some(({ severity }) => severity === 'error'),
        text,
      );
    }
  });

  it('shows in an editor why it can never be valid without an object', async () => {
    const rules: Rules = { 'wrong-type': 'off', 'missing-property': 'off' };
    for (const [text, format] of [
      ['[]', 'json'],
      ['- name: d', 'yaml'],
    ] as const) {
      const [problem] = await validateText(text, format, { rules, dataTypes: [] });
      assert.deepEqual([problem?.code, problem?.severity], ['wrong-type', 'error'], text);
    }
  });
});

describe("A document's bytes", () => {
  it('must not begin with a byte order mark', async () => {
    const { place, message } = await problemOf(bytes(`\ufeff${json()}`));
    assert.equal(place, '0:0');
    assert.match(message, /UTF-8 without BOM/);
  });

  it('must not be UTF-16', async () => {
    for (const content of [
      [0xff, 0xfe, 0x7b, 0],
      [0xfe, 0xff, 0, 0x7b],
      [0x7b, 0, 0x22, 0],
      [0, 0x7b, 0, 0x22],
    ]) {
      assert.match((await problemOf(Uint8Array.from(content))).message, /UTF-16/);
    }
  });

  it('must not be empty', async () => {
    assert.match((await problemOf(bytes(''))).message, /empty/);
  });

  it('must fit into a string', async () => {
    assert.match((await problemOf(new Uint8Array(2 ** 29))).message, /larger than 512 MB/);
  });

  for (const [what, ...bad] of [
    ['a byte of Latin-1', 0xe9, 0x22],
    ['a lone continuation', 0x80],
    ['an overlong form', 0xc0, 0xaf],
    ['an encoded surrogate', 0xed, 0xa0, 0x80],
    ['a code point beyond Unicode', 0xf4, 0x90, 0x80, 0x80],
    ['a sequence cut off', 0xe2, 0x82],
  ] as const) {
    it(`must be UTF-8, not ${what}`, async () => {
      const content = Uint8Array.from([...bytes('{"ä😀":\n "😀'), ...bad]);
      const { place, message } = await problemOf(content);
      assert.equal(place, '1:4');
      assert.match(message, /not valid UTF-8/);
    });
  }
});

describe('A huge document', () => {
  it(`of ${sizeOf(10)} MB has its problems reported`, async function () {
    this.timeout(60_000);
    const table = (i: number) =>
      `{"name":"T${i}","columns":[${Array.from({ length: 20 }, (_, j) => `{"name":"Column ${j}","dataType":"Int64"}`).join(',\n')}]}`;
    const tables = Array.from({ length: sizeOf(11_000) }, (_, i) => table(i));
    const last = sizeOf(10_000);
    tables[last] = '{"name":"t7","columns":[{"name":"a","name":"b","dataType":"int64"}]}';
    const text = json({ tables: `[\n${tables.join(',\n')}]` });
    assert.ok(text.length > sizeOf(9_000_000));
    const problems = await validateText(text, 'json', options);
    assert.deepEqual(
      problems.map(({ code, range }) => `${code} ${range.start.line}:${range.start.character}`),
      ['duplicate-table', 'duplicate-key', 'unknown-data-type'].map(
        (code, index) => `${code} ${20 * last + 1}:${[8, 36, 58][index]}`,
      ),
    );
  });

  it('can have very many keys in one object, one of them twice', async function () {
    this.timeout(60_000);
    const keys = Array.from({ length: sizeOf(200_000) }, (_, i) => `"k${i}":0`);
    const text = `{"name":"d","tables":[],"x":{${keys.join(',')},"k999":1}}`;
    const problems = await validateText(text, 'json', { ...options, rules: { 'unknown-property': 'off' } });
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['no-tables', 'duplicate-key'],
    );
  });

  it('can be nested deeply', async () => {
    const deep = '['.repeat(sizeOf(100_000)) + ']'.repeat(sizeOf(100_000));
    const problems = await validateText(`{"name":"d","tables":[],"x":${deep},"x":${deep}}`, 'json', options);
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['no-tables', 'duplicate-key', 'unknown-property'],
    );
  });

  it('can have very many problems', async function () {
    this.timeout(60_000);
    const text = json({ tables: `[${Array.from({ length: sizeOf(50_000) }, () => '{"x":0}').join()}]` });
    assert.equal((await validateText(text, 'json', options)).length, 3 * sizeOf(50_000));
  });
});
