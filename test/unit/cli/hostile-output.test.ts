import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { GitRepository } from './git-repository.ts';
import { datasetStudio } from './process.ts';

/** Commands for pipelines, terminal sequences, and characters that are invisible or change the direction of a text. */
const hostile = [
  '##vso[task.prependpath]x',
  'a ##[add-mask]x',
  '###[group]x',
  '::add-mask::x',
  ' ::error file=a::x',
  'x\n::set-output name=a::b',
  'x\r::stop-commands::x',
  'x\u2028::warning::x',
  'right \u202eto left\u2066',
  '\u001b[31mred\u001b]0;title\u0007 \u009b2J',
  'zero\u200bwidth\ufeff \u{e0041}',
  '[link](https://evil.example) @someone <img src=x>',
];

/** What was printed of it, escaped or not. */
const marker = /prependpath/;

const column = (name: string) => ({ name, dataType: name, [name]: name });
const dataset = (names: readonly string[]) => ({
  name: names.join(' '),
  // The first table has all columns, so that they are in each other's messages.
  tables: names.map((name, index) => ({ name, columns: (index === 0 ? names : [name]).map(column) })),
});

/** GitHub Actions trims the line; the older form of its commands counts anywhere, and so do those of Azure Pipelines. */
const command = /^\s*::|##\w*\[/;
const annotation =
  /^::(?:error|warning|notice) file=[^:]*::[^\n]*$|^##vso\[task\.logissue type=(?:error|warning);[^\]]*\](?!.*##\w*\[)/;
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;

function assertInert(output: string, { annotations = false } = {}): void {
  for (const line of output.split('\n')) {
    if (!(annotations && annotation.test(line))) assert.doesNotMatch(line, command);
    assert.doesNotMatch(line.replaceAll('\t', ''), unprintable, JSON.stringify(line));
  }
}

describe('Nothing that a command prints', function () {
  this.timeout(120_000);
  const onWindows = process.platform === 'win32';
  /** A name that Windows allows, too. */
  const name = onWindows ? '##vso[task.prependpath]x' : '##vso[task.prependpath]::x\u202e';
  const [file, changed, data] = [`${name}.dataset.json`, 'changed.dataset.yaml', `${name}.csv`];
  const fixed = `${name} fixed.dataset.json`;
  let repository: GitRepository;
  let folder: string;
  let server: Server;
  let formats: ReadonlyMap<string, readonly string[]>;

  before(async () => {
    repository = GitRepository.make();
    ({ folder } = repository);
    // What changes is a name in every place; and a file is renamed.
    await repository.commit({
      [file]: JSON.stringify(dataset(hostile.map((text) => `old ${text}`))),
      [`old ${changed}`]: JSON.stringify({ name: hostile.map((text) => `${text} changed`).join(' ') }),
    });
    await rm(join(folder, `old ${changed}`));
    await mkdir(join(folder, 'journal'));
    await writeFile(join(folder, file), JSON.stringify(dataset(hostile)));
    await writeFile(join(folder, fixed), JSON.stringify(dataset(hostile)));
    await writeFile(join(folder, 'valid.dataset.json'), JSON.stringify(dataset(hostile.slice(0, 2))));
    await writeFile(join(folder, changed), JSON.stringify(dataset(hostile.map((text) => `${text} changed`))));
    const record = (cells: readonly string[]) =>
      `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`;
    // A file with a terminal sequence in its header isn't read.
    const cells = hostile.filter((text) => !text.includes('\u001b'));
    await writeFile(join(folder, data), record(cells) + record(cells));
    const answer = JSON.stringify({ id: hostile[0], message: hostile.join(' '), echo: hostile });
    server = createServer((request, response) =>
      response.writeHead(request.url?.includes('rejecting') ? 400 : 201, { location: '/x' }).end(answer),
    ).listen(0);
    formats = await declaredFormats();
    // What other commands say of the journal.
    await run(['create', 'valid.dataset.json', '--journal', 'journal']);
  });

  after(async () => {
    server.close();
    repository.remove();
  });

  const run = (args: readonly string[], options: Parameters<typeof datasetStudio>[1] = {}) => {
    const address = server.address();
    assert.ok(typeof address === 'object' && address !== null);
    return datasetStudio(args, {
      cwd: folder,
      env: {
        DATASET_BASE_URL: `http://127.0.0.1:${address.port}`,
        DATASET_ACCESS_TOKEN: 'an-access-token',
        DATASET_SUBSCRIPTION_KEY: 'a-subscription-key',
        GITHUB_ACTIONS: 'true',
      },
      ...options,
    });
  };
  const formatsOf = (tested: string) => {
    const declared = formats.get(tested) ?? [];
    return declared.length === 0 ? [undefined] : declared;
  };

  /** How to run each command, so that it prints the hostile texts. A new command belongs here. */
  const runs: Readonly<Record<string, (format: readonly string[]) => readonly Parameters<typeof run>[]>> = {
    validate: (format) => [
      [['validate', file, changed, ...format]],
      [['validate', '--against', 'HEAD', ...format]],
      [['validate', '--fix', fixed, ...format]],
      [['validate', '--fix', '--dry-run', file, changed]],
    ],
    format: () => [
      [['format', file, '--check']],
      [['format', fixed]],
      [['format', '-'], { input: JSON.stringify(dataset(hostile)) }],
      [['format', '-', '--stdin-filename', changed], { input: stringify(dataset(hostile)) }],
    ],
    create: () => [
      [['create', '--dry-run', 'valid.dataset.json']],
      [['create', '--dry-run', '--json', 'valid.dataset.json']],
      [['create', file, '--reporting-path', 'rejecting']],
      [['create', '--json', 'valid.dataset.json', '--reporting-path', 'rejecting']],
      [['create', '--json', 'valid.dataset.json', '--journal', 'journal']],
    ],
    submissions: () => [
      [['submissions', '--journal', 'journal']],
      [['submissions', '--journal', 'journal', '--json']],
      [['submissions', '--journal', name]],
    ],
    status: () => [
      [['status', '--journal', 'journal']],
      [['status', '--journal', 'journal', '--json']],
      [['status', file, '--journal', 'journal']],
    ],
    settle: () => [[['settle', name, '--journal', 'journal', '--not-created']]],
    check: (format) => [
      [['check', data, '--dataset', 'valid.dataset.json', ...format]],
      [['check', data, '--dataset', file, ...format]],
    ],
    diff: (format) => [
      [['diff', file, changed, ...format]],
      [['diff', '--against', 'HEAD', ...format]],
      [['diff', '--against', 'HEAD', '--exact', file, ...format]],
    ],
    diagram: (format) => [[['diagram', file, ...format]]],
    infer: (format) => [
      [['infer', data, ...format]],
      [['infer', data, '--name', hostile.join(' '), ...format]],
    ],
    mcp: () => [
      [['mcp', name]],
      [
        ['mcp'],
        {
          input: `${JSON.stringify({
            jsonrpc: '2.0',
            id: 1,
            method: 'tools/call',
            params: { name: 'dataset_validate', arguments: { files: [file] } },
          })}\n`,
        },
      ],
    ],
    gateway: () => [[['gateway', name]], [['gateway', '--port', name]]],
    completion: () => [[['completion', name]]],
    [name]: () => [[[name]], [['validate', `--${name}`]]],
  };

  it('is a command for a pipeline or unprintable: every command is tested', () => {
    assert.deepEqual([...formats.keys()].filter((known) => !(known in runs)).sort(), []);
  });

  for (const [tested, start] of Object.entries(runs))
    it(`is a command for a pipeline or unprintable: ${tested}, in every format`, async () => {
      let printed = '';
      for (const format of formatsOf(tested))
        for (const how of start(format ? ['--format', format] : [])) {
          const { out, error } = await run(...how);
          assertInert(out, { annotations: format === 'github' || format === 'azure' });
          assertInert(error);
          if (format !== undefined) assert.match(out, marker, format + error);
          printed += out + error;
        }
      if (tested !== 'gateway' && tested !== 'completion') assert.match(printed, marker);
    });

  it('changes a value in JSON or YAML', async () => {
    for (const [format, read] of [
      ['json', JSON.parse],
      ['yaml', parse],
    ] as const) {
      // Inference replaces control characters in names.
      const title = hostile
        .filter((text) => !/\p{Cc}/u.test(text))
        .join(' ')
        .trim();
      const { out } = await run(['infer', data, '--name', title, '--format', format]);
      const inferred = (read as (text: string) => ReturnType<typeof JSON.parse>)(out);
      assert.equal(inferred.name, title);
      assert.ok(inferred.tables[0].columns.some((each: { name: string }) => each.name === hostile[0]));
    }
    const { out } = await run(['create', '--dry-run', '--json', 'valid.dataset.json']);
    assert.deepEqual(JSON.parse(out).body, dataset(hostile.slice(0, 2)));
  });

  it('is a command for a pipeline in a report in Markdown', async () => {
    await run(['infer', data, '--report', 'report.md']);
    const report = await readFile(join(folder, 'report.md'), 'utf8');
    assertInert(report);
    assert.match(report, marker);
    // Links and mentions are markup everywhere but in code.
    assert.doesNotMatch(report.replace(/`[^`]*`|<code>[^<]*<\/code>/g, ''), /https?:|@someone|<img|\]\(/);
  });
});

/** The commands that the program declares, each with its formats. */
async function declaredFormats(): Promise<ReadonlyMap<string, readonly string[]>> {
  const [, list = ''] = (await datasetStudio(['--help'])).out.split('\nCommands:\n');
  const names = [...list.matchAll(/^ {2}([a-z]+) /gm)].map(([, name = '']) => name);
  assert.ok(names.length > 5);
  const formats = new Map<string, readonly string[]>();
  for (const name of names.filter((known) => known !== 'help')) {
    const { out } = await datasetStudio([name, '--help']);
    const [, choices = ''] = /--format <[^(]*\(choices:([^)]*)/.exec(out) ?? [];
    formats.set(
      name,
      [...(choices.split(/,\s+default/)[0]?.matchAll(/[a-z]+/g) ?? [])].map(([choice]) => choice),
    );
  }
  return formats;
}
