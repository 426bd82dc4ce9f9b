import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { datasetStudio } from '../process.ts';

const before = {
  name: 'Sales',
  tables: [{ name: 'Orders', columns: [{ name: 'amount', dataType: 'Int64' }] }],
};
const after = {
  name: 'Sales',
  tables: [
    { name: 'Orders', columns: [{ name: 'amount', dataType: 'string' }] },
    { name: 'Regions', columns: [] },
  ],
};
const afterAsYaml = `name: Sales
tables:
  - name: Orders
    columns:
      - { name: amount, dataType: string }
  - name: Regions
    columns: []
`;

describe('dataset-studio diff', function () {
  this.timeout(60_000);
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dataset-studio-'));
    await writeFile(join(folder, 'old.dataset.json'), JSON.stringify(before));
    await writeFile(join(folder, 'new.dataset.yaml'), afterAsYaml);
    await writeFile(join(folder, 'broken.dataset.json'), '{ "name": "Sales", ');
  });

  afterEach(() => rm(folder, { recursive: true }));

  const diff = (args: readonly string[], input?: string) =>
    datasetStudio(['diff', ...args], { cwd: folder, ...(input === undefined ? {} : { input }) });

  it('prints a sentence for each change, the gravest first', async () => {
    const { code, out, error } = await diff(['old.dataset.json', 'new.dataset.yaml']);
    assert.deepEqual({ code, error }, { code: 0, error: '' });
    assert.equal(
      out,
      `breaking    Column amount of table Orders: type changed from Int64 to string
compatible  Table Regions: added

2 changes (1 breaking)
`,
    );
  });

  it('prints records as JSON', async () => {
    const { out } = await diff(['old.dataset.json', 'new.dataset.yaml', '--format', 'json']);
    assert.deepEqual(JSON.parse(out), [
      {
        kind: 'column-type-changed',
        severity: 'breaking',
        table: 'Orders',
        column: 'amount',
        from: 'Int64',
        to: 'string',
      },
      { kind: 'table-added', severity: 'compatible', table: 'Regions' },
    ]);
  });

  it('prints Markdown for a comment', async () => {
    const { out } = await diff(['old.dataset.json', 'new.dataset.yaml', '--format', 'markdown']);
    assert.equal(
      out,
      `### Dataset: 2 changes (1 breaking)

**Breaking**

- Column \`amount\` of table \`Orders\`: type changed from \`Int64\` to \`string\`

**Compatible**

- Table \`Regions\`: added
`,
    );
  });

  it('exits with 1 for a difference if --exit-code is given', async () => {
    assert.equal((await diff(['old.dataset.json', 'new.dataset.yaml', '--exit-code'])).code, 1);
    assert.equal((await diff(['old.dataset.json', 'old.dataset.json', '--exit-code'])).code, 0);
  });

  it('prints nothing where there is no difference, an empty array as JSON', async () => {
    assert.equal((await diff(['old.dataset.json', 'old.dataset.json'])).out, '');
    assert.equal((await diff(['old.dataset.json', 'old.dataset.json', '--format', 'json'])).out, '[]\n');
  });

  it('reads standard input as JSON, otherwise as YAML', async () => {
    for (const input of [JSON.stringify(after), afterAsYaml]) {
      assert.equal((await diff(['-', 'new.dataset.yaml', '--exit-code'], input)).code, 0);
      assert.equal((await diff(['old.dataset.json', '-', '--exit-code'], input)).code, 1);
    }
  });

  it('compares documents that break rules', async () => {
    const { code, out } = await diff(['-', 'old.dataset.json'], '[{ "name": 7 }]');
    assert.equal(code, 0);
    assert.match(out, /Table Orders: added/);
  });

  it('exits with 2 and the problems where a document cannot be read or parsed', async () => {
    for (const [args, input, problem] of [
      [['broken.dataset.json', 'old.dataset.json'], undefined, /broken\.dataset\.json\n.*syntax/],
      [['old.dataset.json', 'missing.json'], undefined, /missing\.json can't be read/],
      [['-', 'old.dataset.json'], '{ "name": ', /standard input\n.*syntax/],
      [['-', 'old.dataset.json'], 'name: [', /standard input\n.*syntax/],
      [['-', 'old.dataset.json'], '', /standard input\n.*syntax/],
      [['old.dataset.json', 'notes.txt'], undefined, /notes\.txt/],
    ] as const) {
      const { code, out, error } = await diff(args, input);
      assert.deepEqual({ code, out }, { code: 2, out: '' });
      assert.match(error, problem);
    }
  });

  it('exits with 2 for wrong usage', async () => {
    for (const args of [
      [],
      ['old.dataset.json'],
      ['old.dataset.json', 'old.dataset.json', 'old.dataset.json'],
      ['-', '-'],
      ['old.dataset.json', 'old.dataset.json', '--format', 'html'],
      ['old.dataset.json', 'old.dataset.json', '--format', 'constructor'],
    ])
      assert.equal((await diff(args, '')).code, 2);
  });

  it('shows hostile names as text', async () => {
    const hostile = JSON.stringify({ name: '\u001b[31m\u202e<img onerror=alert(1)>', tables: [] });
    for (const format of ['text', 'json', 'markdown']) {
      const { out } = await diff(['old.dataset.json', '-', '--format', format], hostile);
      assert.doesNotMatch(out, /[\p{Cf}]|(?!\n)\p{Cc}/u);
      if (format === 'markdown') assert.doesNotMatch(out, /<img/);
    }
  });
});
