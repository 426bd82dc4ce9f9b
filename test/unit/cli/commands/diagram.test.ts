import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { datasetStudio } from '../process.ts';

const dataset = '{ "name": "Sales", "tables": [{ "name": "Orders", "columns": [{ "name": "ID" }] }] }';

describe('dataset-studio diagram', function () {
  this.timeout(60_000);
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dataset-studio-'));
    await writeFile(join(folder, 'sales.dataset.json'), dataset);
  });

  afterEach(() => rm(folder, { recursive: true }));

  const diagram = (args: readonly string[], input?: string) =>
    datasetStudio(['diagram', ...args], { cwd: folder, ...(input === undefined ? {} : { input }) });

  it('prints an SVG picture unless another format is asked for', async () => {
    for (const [args, beginning] of [
      [[], '<svg '],
      [['--format', 'svg'], '<svg '],
      [['--format', 'mermaid'], 'erDiagram\n'],
      [['--format', 'dbml'], 'Table "Orders" {\n'],
      [['--format', 'markdown'], '# Sales\n'],
    ] as const) {
      const { code, out, error } = await diagram(['sales.dataset.json', ...args]);
      assert.deepEqual({ code, error }, { code: 0, error: '' });
      assert.ok(out.startsWith(beginning));
    }
  });

  it('reads standard input as JSON, otherwise as YAML', async () => {
    for (const input of [dataset, 'name: Sales\ntables: [{ name: Orders, columns: [] }]\n'])
      assert.match((await diagram(['-', '--format', 'mermaid'], input)).out, /"Orders"/);
  });

  it('replaces the file that --output names, and leaves no other', async () => {
    const file = join(folder, 'sales.svg');
    await writeFile(file, 'x'.repeat(100_000));
    await chmod(file, 0o640);
    // Windows has no such modes.
    const { mode } = await stat(file);
    const { code, out } = await diagram(['sales.dataset.json', '--output', 'sales.svg']);
    assert.deepEqual({ code, out }, { code: 0, out: '' });
    assert.match(await readFile(file, 'utf8'), /^<svg .*<\/svg>\n$/s);
    assert.equal((await stat(file)).mode, mode);
    assert.deepEqual((await readdir(folder)).sort(), ['sales.dataset.json', 'sales.svg']);
  });

  it('prints the picture for --output -', async () => {
    const { code, out } = await diagram(['sales.dataset.json', '--output', '-']);
    assert.equal(code, 0);
    assert.match(out, /^<svg /);
    assert.deepEqual(await readdir(folder), ['sales.dataset.json']);
  });

  it('writes the format that the name of the output has, unless another one is named', async () => {
    for (const [name, args, start] of [
      ['x.md', [], /^# /],
      ['x.MMD', [], /^(---|erDiagram)/],
      ['x.dbml', [], /^(Project|Table|\/\/)/],
      ['x.svg', [], /^<svg /],
      ['x', [], /^<svg /],
      ['y.md', ['--format', 'svg'], /^<svg /],
    ] as const) {
      assert.equal((await diagram(['sales.dataset.json', '-o', name, ...args])).code, 0);
      assert.match(await readFile(join(folder, name), 'utf8'), start, name);
    }
  });

  it('refuses an empty name of a file', async () => {
    for (const args of [[''], ['sales.dataset.json', '--output', '']]) {
      const { code, out, error } = await diagram(args);
      assert.deepEqual({ code, out }, { code: 2, out: '' });
      assert.match(error, /An argument is empty|--output takes a file/);
    }
  });

  it('makes the file that a link leads to', async () => {
    await symlink('new.svg', join(folder, 'link.svg'));
    assert.equal((await diagram(['sales.dataset.json', '--output', 'link.svg'])).code, 0);
    assert.match(await readFile(join(folder, 'new.svg'), 'utf8'), /^<svg /);
  });

  it('replaces what a link leads to, and keeps the link', async () => {
    await writeFile(join(folder, 'real.svg'), 'old');
    await symlink('real.svg', join(folder, 'link.svg'));
    assert.equal((await diagram(['sales.dataset.json', '--output', 'link.svg'])).code, 0);
    assert.match(await readFile(join(folder, 'real.svg'), 'utf8'), /^<svg /);
    assert.deepEqual((await readdir(folder)).sort(), ['link.svg', 'real.svg', 'sales.dataset.json']);
  });

  it('exits with 2 and keeps the old file where a document cannot be read, parsed or written', async () => {
    await writeFile(join(folder, 'broken.json'), '{');
    await writeFile(join(folder, 'kept.svg'), 'kept');
    for (const [args, problem] of [
      [['broken.json', '--output', 'kept.svg'], /broken\.json\n.*syntax/],
      [['missing.json', '--output', 'kept.svg'], /can't be read/],
      [
        ['sales.dataset.json', '--output', 'none/new.svg'],
        /none\/new\.svg: The file can't be written because its folder doesn't exist/,
      ],
      [['sales.dataset.json', '--output', './sales.dataset.json'], /sales\.dataset\.json can't be replaced/],
      [['sales.dataset.json', '--output', '.'], /because it is a folder/],
    ] as const) {
      const { code, out, error } = await diagram(args);
      assert.deepEqual({ code, out }, { code: 2, out: '' });
      assert.match(error, problem);
    }
    assert.equal(await readFile(join(folder, 'kept.svg'), 'utf8'), 'kept');
    assert.equal(await readFile(join(folder, 'sales.dataset.json'), 'utf8'), dataset);
    assert.deepEqual((await readdir(folder)).sort(), ['broken.json', 'kept.svg', 'sales.dataset.json']);
  });

  it('draws documents that break rules', async () => {
    for (const input of ['5', '{ "tables": [null, { "columns": 7 }] }'])
      for (const format of ['svg', 'mermaid', 'dbml', 'markdown'])
        assert.equal((await diagram(['-', '--format', format], input)).code, 0);
  });

  it('exits with 2 for wrong usage', async () => {
    for (const args of [
      [],
      ['a.json', 'b.json'],
      ['sales.dataset.json', '--format', 'png'],
      ['sales.dataset.json', '--output', 'sales.png'],
    ])
      assert.equal((await diagram(args, '')).code, 2);
  });
});
