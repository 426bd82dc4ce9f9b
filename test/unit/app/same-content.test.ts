import assert from 'node:assert/strict';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { compareVersions } from '../../../src/comparison/compare-versions.ts';
import { describeChange } from '../../../src/comparison/describe-change.ts';
import type { DocumentFormat } from '../../../src/dataset/dataset.ts';
import { checkDocument, readTextValue } from '../../../src/dataset/document.ts';
import { noRuleSettings } from '../../../src/dataset/rules/settings.ts';
import { DatasetHistory } from '../../../src/submission/dataset-history.ts';
import { contentHash } from '../../../src/submission/journal/entry.ts';
import { serviceAddress } from '../../../src/submission/journal/journal.ts';
import { MemoryJournal } from '../../../src/submission/journal/memory-journal.ts';
import { submitOnce } from '../../../src/submission/submit-once.ts';
import { ExactNumber } from '../../../src/text/exact-number.ts';
import { bytes, draft } from '../submission/journal/journal-fixture.ts';
import { answer, environment, noClock, ScriptedService, tokens } from '../submission/scripted-service.ts';

type Random = (below: number) => number;
type Json = null | boolean | string | ExactNumber | readonly Json[] | { readonly [key: string]: Json };

const random = fc.nat().map((seed): Random => {
  let state = seed;
  return (below) => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
});

/** Of at most 25 digits. */
const number = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 25n }), fc.integer({ min: -30, max: 30 }))
  .map(([digits, exponent]) => new ExactNumber(exponent === 0 ? `${digits}` : `${digits}e${exponent}`));
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 5 }),
  fc.constantFrom('a', 'é', 'e\u0301', '\ud800'),
);
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom(null, true, false),
    number,
    text,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(text, tie('value'), { maxKeys: 3 }),
  ),
}));
const column = fc.record({ name: text, dataType: fc.constantFrom('string', 'Int64'), format: value });
const table = fc.record({ name: text, columns: fc.array(column, { maxLength: 3 }) });
const dataset = fc.record({ name: text, tables: fc.array(table, { maxLength: 3 }), more: value });

/** The same value in another layout and notation. */
function write(item: Json, pick: Random): string {
  const blank = () => ['', ' ', '\n', '\r\n', '\t'][pick(5)] ?? '';
  const around = (written: string) => blank() + written + blank();
  if (typeof item === 'string') return around(writeString(item, pick));
  if (item instanceof ExactNumber) return around(writeNumber(item.written, pick));
  if (Array.isArray(item)) return around(`[${item.map((each) => write(each, pick)).join(',')}${blank()}]`);
  if (item === null || typeof item === 'boolean') return around(`${item}`);
  const properties = Object.entries(item).map(
    ([key, each]) => `${around(writeString(key, pick))}:${write(each, pick)}`,
  );
  const from = pick(properties.length);
  return around(`{${[...properties.slice(from), ...properties.slice(0, from)].join(',')}${blank()}}`);
}

function writeString(item: string, pick: Random): string {
  const units = item.split('').map((unit) => {
    const escaped = `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
    if (/["\\\p{C}]/u.test(unit)) return pick(2) === 0 ? escaped : escaped.toUpperCase().replace('U', 'u');
    return pick(4) === 0 ? escaped : unit;
  });
  return `"${units.join('')}"`;
}

function writeNumber(written: string, pick: Random): string {
  const [digits = '', exponent = '0'] = written.split('e');
  const zeros = '0'.repeat(pick(3));
  return [
    written,
    `${digits}.${zeros}0e${exponent}`,
    `${digits === '0' ? digits : digits + zeros}E${Number(exponent) - (digits === '0' ? 0 : zeros.length)}`,
    `0.${digits}e+${Number(exponent) + digits.length}`.replace('+-', '-'),
  ][pick(4)] as string;
}

/** The value with one change at any depth. */
function change(item: Json, pick: Random): Json {
  if (typeof item === 'string') return pick(2) === 0 ? `${item}x` : { [item]: item };
  if (item instanceof ExactNumber)
    return new ExactNumber(item.written.replace(/^\d+/, (digits) => `${BigInt(digits) + 1n}`));
  if (item === null || typeof item === 'boolean') return item === true ? 'true' : true;
  if (Array.isArray(item)) {
    const at = pick(item.length + 1);
    return at === item.length ? [...item, null] : item.with(at, change(item[at], pick));
  }
  const entries = Object.entries(item);
  const at = pick(entries.length + 1);
  const [key, each] = entries[at] ?? [];
  if (key === undefined || each === undefined)
    return Object.fromEntries([...entries, [`${Object.keys(item).join('')}!`, null]]);
  return Object.fromEntries(entries.with(at, [key, change(each, pick)]));
}

/** What each of those who ask says about a text, after the first text was created. */
async function answersOf(first: string, second: string, format: DocumentFormat = 'json') {
  const journal = new MemoryJournal();
  const submit = (body: Uint8Array) =>
    submitOnce({
      http: new ScriptedService(() => answer(201, '{"id":"d-1"}')),
      tokens,
      clock: noClock,
      journal,
      environment,
      document: draft.document,
      body,
      subscriptionKey: 'subscription-key',
      timeout: 1000,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
  const { submissionId = '' } = await submit(bytes(first));
  const created = await journal.read(submissionId);
  const now = await readTextValue(second, format);
  assert.ok(created.ok && now.ok);
  const { state } = new DatasetHistory([created.value]).find({
    document: { uris: [draft.document] },
    contentHash: contentHash(now.value),
    service: serviceAddress(created.value.entry.requestUrl),
  });
  const compared = await compareVersions(
    { content: bytes(first), format: 'json' },
    { content: bytes(second), format },
  );
  const checked = await checkDocument(bytes(second), format, { ...noRuleSettings, rules: allOff });
  const again = checked.valid ? (await submit(checked.body)).kind : 'invalid';
  return {
    status: state,
    changes: compared.ok && compared.value.map((each) => describeChange(each)),
    create: again,
  };
}

const allOff = { 'empty-name': 'off', 'duplicate-table': 'off', 'duplicate-column': 'off' } as const;
const same = { status: 'unchanged', changes: [], create: 'not-sent' };

describe('The same content', () => {
  it('is any layout and notation of a value for status, diff, the lens, and Create', async () => {
    await fc.assert(
      fc.asyncProperty(dataset, random, async (document, pick) => {
        const answers = await answersOf(write(document, pick), `${write(document, pick)}\n`);
        assert.deepEqual(answers, same);
      }),
    );
  });

  it('is no other value', async () => {
    await fc.assert(
      fc.asyncProperty(dataset, random, async (document, pick) => {
        const { status, changes, create } = await answersOf(
          write(document, pick),
          write(change(document, pick), pick),
        );
        assert.equal(status, 'changed');
        assert.notDeepEqual(changes, []);
        // A change can be an error.
        assert.ok(create === 'created' || create === 'invalid', create);
      }),
    );
  });

  it('is that of the JSON that is sent for a YAML file', async () => {
    const document = {
      name: 'Süd',
      tables: [{ name: 'A', columns: [{ name: 'x', dataType: 'Int64' }] }],
      size: 1.5,
    };
    const json = JSON.stringify(document);
    assert.deepEqual(await answersOf(json, `# Comment\r\n${stringify(document)}`, 'yaml'), same);
    assert.deepEqual(
      await answersOf(
        json,
        stringify({ size: document.size, name: document.name, tables: document.tables }),
        'yaml',
      ),
      same,
    );
    assert.equal((await answersOf(json, stringify({ ...document, size: 2 }), 'yaml')).status, 'changed');
  });

  it('has the digits of both values where it differs', async () => {
    const first = '{"name":"a","tables":[],"max":9007199254740992,"list":[1e400,1.50]}';
    const second = '{"name":"a","tables":[],"max":9007199254740993,"list":[1e401,1.50]}';
    const { status, changes } = await answersOf(first, second);
    assert.equal(status, 'changed');
    assert.deepEqual(changes, [
      'Dataset: property max changed from 9007199254740992 to 9007199254740993',
      'Dataset: property list changed from [1e400,1.5] to [1e401,1.5]',
    ]);
  });

  it('has of properties with the same name the last, where documents are only compared', async () => {
    const first = '{"name":"a","tables":[],"max":2}';
    const second = '{"name":"b","tables":[],"max":1,"name":"a","max":2e0}';
    assert.deepEqual(await answersOf(first, second), { ...same, create: 'invalid' });
    const exact = '{"name":"b","tables":[],"name":"a","max":10000000000000000001,"max":2.0000000000000000}';
    assert.deepEqual(await answersOf(first, exact), { ...same, create: 'invalid' });
  });

  it('is found in a document that is nested deeply', async () => {
    const deep = (number: string) =>
      `{"name":"a","tables":[],"more":${'[{"x":'.repeat(2000)}${number}${'}]'.repeat(2000)}}`;
    assert.equal((await answersOf(deep('1'), deep(' 1.0 '))).status, 'unchanged');
    assert.equal((await answersOf(deep('1'), deep('1e400'))).status, 'changed');
  });
});
