import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { inputSchemas } from '../../../src/agents/definitions.ts';
import { readingOptions } from '../../../src/inference/reading-options.ts';
import { Projects, type ProjectsOptions } from '../../../src/project/projects.ts';
import { MemoryFiles } from './memory-files.ts';

type Entries = Readonly<Record<string, string | object>>;

/** `/r` is a repository, and the current folder is in it. */
function projectsOf(entries: Entries, options: Partial<ProjectsOptions> = {}) {
  const files = new MemoryFiles({ '/r/.git': 'gitdir: elsewhere', ...entries });
  return new Projects({ files, folders: ['/r'], ...options });
}

async function entryOf(entries: Entries, path: string, options?: Partial<ProjectsOptions>) {
  const { entry } = await projectsOf(entries, options).dataEntry(path);
  return entry?.dataset;
}

/** The problems of the project file of a data file, each as `line:column message`. */
async function problemsOf(entries: Entries) {
  const { projects } = await projectsOf(entries).dataEntry('/r/orders.csv');
  return projects.flatMap(({ problems }) =>
    problems.map(({ range: { start }, message }) => `${start.line + 1}:${start.character + 1} ${message}`),
  );
}

const orders = { files: ['orders-*.csv'], dataset: 'd/orders.dataset.json' };
const project = (...data: object[]) => ({ '/r/dataset-studio.json': { data } });

describe('The entry of a data file', () => {
  it('is found by its name in any folder, also outside of the repository', async () => {
    const all = project(orders);
    for (const path of ['/r/orders-1.csv', '/r/a/b/Orders-2.CSV', '/x/orders-.csv', '/orders-3.csv'])
      assert.equal(await entryOf(all, path), '/r/d/orders.dataset.json', path);
    for (const path of ['/r/orders.csv', '/r/my-orders-1.csv', '/r/orders-1.csv/x', '/r/orders-1.csv.gz'])
      assert.equal(await entryOf(all, path), undefined, path);
  });

  it('is found by its path if the pattern has a slash', async () => {
    const all = project({ ...orders, files: ['archive/**/orders-*.csv', 'dumps/', './x.csv', '../y/*.csv'] });
    for (const path of [
      '/r/archive/orders-1.csv',
      '/r/archive/a/b/orders-1.csv',
      '/r/dumps/a/z',
      '/r/x.csv',
      '/y/1.csv',
    ])
      assert.ok(await entryOf(all, path), path);
    for (const path of [
      '/r/orders-1.csv',
      '/r/a/archive/orders-1.csv',
      '/r/a/x.csv',
      '/x/archive/orders-1.csv',
    ])
      assert.equal(await entryOf(all, path), undefined, path);
  });

  it('is the first one that matches, and those of an extended file come last, relative to it', async () => {
    const all = {
      '/r/dataset-studio.json': {
        extends: ['base/a.json', 'base/b.json'],
        data: [
          { files: ['a-*'], dataset: '1.dataset.json' },
          { files: ['a*'], dataset: '2.dataset.json' },
        ],
      },
      '/r/base/a.json': { data: [{ files: ['*'], dataset: '3.dataset.json' }] },
      '/r/base/b.json': { data: [{ files: ['b*', 'in/c'], dataset: '../4.dataset.json' }] },
    };
    const found = ['/r/a-1', '/r/ab', '/r/b', '/r/base/in/c', '/r/c'].map((path) => entryOf(all, path));
    assert.deepEqual(await Promise.all(found), [
      '/r/1.dataset.json',
      '/r/2.dataset.json',
      '/r/4.dataset.json',
      '/r/4.dataset.json',
      '/r/base/3.dataset.json',
    ]);
    const none = { ...all, '/r/dataset-studio.json': { extends: 'base/a.json', data: null } };
    assert.equal(await entryOf(none, '/r/c'), undefined);
  });

  it('is in the nearest project above the file, and outside of the repository above the folders', async () => {
    const all = {
      ...project(orders),
      '/r/s/dataset-studio.json': { data: [{ ...orders, dataset: 's.dataset.json' }] },
      '/r/empty/dataset-studio.json': {},
      '/other/.git/HEAD': '',
      '/other/dataset-studio.json': { data: [{ ...orders, dataset: 'o.dataset.json' }] },
      '/bare/.git/HEAD': '',
      // In no repository, nobody has chosen it.
      '/tmp/dataset-studio.json': { data: [{ ...orders, dataset: 't.dataset.json' }] },
    };
    const own = '/r/d/orders.dataset.json';
    assert.equal(await entryOf(all, '/r/s/a/orders-1.csv'), '/r/s/s.dataset.json');
    assert.equal(await entryOf(all, '/r/empty/orders-1.csv'), undefined);
    assert.equal(await entryOf(all, '/other/orders-1.csv'), '/other/o.dataset.json');
    assert.equal(await entryOf(all, '/bare/orders-1.csv'), own);
    assert.equal(await entryOf(all, '/tmp/orders-1.csv'), own);
    assert.equal(await entryOf(all, '/tmp/orders-1.csv', { folders: ['/r/s'] }), '/r/s/s.dataset.json');
    // The current folder doesn't decide about a file of the repository.
    assert.equal(await entryOf(all, '/r/orders-1.csv', { folders: ['/r/s'] }), own);
    const server = { folders: ['/r/s'], isBounded: true };
    assert.equal(await entryOf(all, '/r/s/orders-1.csv', server), '/r/s/s.dataset.json');
  });

  it('reads data as an agent can ask for it', async () => {
    const reading = { delimiter: 'tab', nulls: ['N/A'], skip: 0, header: false, thousands: ' ' };
    const { entry } = await projectsOf(project({ ...orders, reading })).dataEntry('/r/orders-1.csv');
    assert.deepEqual(entry?.reading, { ...reading, delimiter: '\t' });
  });

  it('has each mistake at its line', async () => {
    const text = `{
  "data": [
    { "files": ["a"], "dataset": "../d.dataset.json" },
    { "files": ["a"], "dataset": "/r/d.dataset.json" },
    { "files": ["a"], "dataset": "secrets.env" },
    { "files": ["a"], "dataset": "link.dataset.json" },
    { "files": ["a"], "dataset": "d.dataset.json", "reading": {
      "delimiter": "ab",
      "encoding": "utf-7",
      "range": "A1",
      "thousands": ",", "decimalComma": true
    } }
  ]
}`;
    const outside = 'is not the relative path of a file in the repository.';
    const files = { '/x/d.dataset.json': {}, '/r/link.dataset.json': '-> /x/d.dataset.json' };
    assert.deepEqual(await problemsOf({ '/r/dataset-studio.json': text, ...files }), [
      `4:34 "/r/d.dataset.json" ${outside}`,
      '5:34 "secrets.env" is not the name of a dataset file. It ends in .dataset.json, .dataset.yaml, or .dataset.yml.',
      '8:20 "delimiter": Enter one ASCII character that is not a letter, a digit, a quote, or a sign, or "tab" or "space".',
      '9:19 "encoding": Enter the name of an encoding, such as iso-8859-2.',
      '10:16 "range": Enter a range of cells, such as Sheet1!A5:F200.',
      '11:20 "thousands": It contradicts decimalComma. Use only one of them.',
    ]);
    const rest = `{\n"data": [\n{ "files": ["a"], "dataset": "../d.dataset.json" },\n{ "files": ["a"], "dataset": "link.dataset.json" }]}`;
    assert.deepEqual(await problemsOf({ '/r/dataset-studio.json': rest, ...files }), [
      `3:30 "../d.dataset.json" ${outside}`,
      `4:30 "link.dataset.json" ${outside}`,
    ]);
    const types = `{"data":[{"files":["a"],"dataset":"d.dataset.json","allowExtraColumns":1,"reading":{"skip":-1,"headerRow":0,"dateOrder":"daily","delimeter":";"}}, {}]}`;
    assert.deepEqual(
      (await problemsOf({ '/r/dataset-studio.json': types })).map((each) => each.replace(/^\S+ /, '')),
      [
        '"allowExtraColumns" must be true or false, but its type is number.',
        '"skip" must be a whole number from 0.',
        '"headerRow" must be a whole number from 1.',
        '"dateOrder" must be one of: dmy, mdy, ymd.',
        'Unknown property "delimeter". Did you mean "delimiter"?',
        'The property "files" is missing. Add it.',
        'The property "dataset" is missing. Add it.',
      ],
    );
  });

  it('is not looked for in more than 100 patterns each', async () => {
    const files = Array.from({ length: 10_000 }, () => '*a');
    assert.deepEqual(await problemsOf(project({ ...orders, files })), [
      '1:19 "files" has too many items. The maximum is 100.',
    ]);
    const many = Array.from({ length: 100 }, () => ({ ...orders, files: files.slice(0, 80) }));
    const projects = projectsOf(project(...many));
    const started = performance.now();
    for (let number = 0; number < 20; number++)
      assert.equal((await projects.dataEntry(`/r/${'a'.repeat(200)}${number}`)).entry, undefined);
    assert.ok(performance.now() - started < 5_000);
  });
});

describe('The schema of entries', () => {
  it('has the options for reading of the tools for agents', async () => {
    const url = new URL('../../../schemas/dataset-studio.schema.json', import.meta.url);
    const { definitions } = JSON.parse(await readFile(url, 'utf8'));
    const shape = ({ type, enum: values, minimum, description }: Record<string, unknown>) =>
      values ? { values, description } : { type, minimum, description };
    const { properties } = inputSchemas.dataset_infer;
    const names = Object.keys(readingOptions) as (keyof typeof readingOptions)[];
    assert.deepEqual(
      Object.entries<Record<string, unknown>>(definitions.reading.properties).map(([name, each]) => [
        name,
        shape(each),
      ]),
      names.map((name) => [name, shape({ ...properties[name] })]),
    );
  });
});
