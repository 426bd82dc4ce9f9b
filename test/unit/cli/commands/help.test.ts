import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { datasetStudio } from '../process.ts';

/** Each file of the folder is a command of the same name. */
const commands = (await readdir('src/cli/commands')).map((file) => basename(file, '.ts'));

describe('dataset-studio without a command to run', () => {
  it('prints its version', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8'));
    for (const flag of ['--version', '-V']) {
      const { code, out } = await datasetStudio([flag]);
      assert.deepEqual([code, out], [0, `${version}\n`]);
    }
  });

  it('lists all commands on one screen with --help', async () => {
    const { code, out } = await datasetStudio(['--help']);
    assert.equal(code, 0);
    for (const command of commands) assert.match(out, new RegExp(`^  ${command} `, 'm'));
    assert.ok(out.split('\n').length <= 30, out);
    assert.equal((await datasetStudio(['help'])).out, out);
  });

  for (const command of commands)
    it(`explains ${command} on one screen, with two examples at most`, async () => {
      const { code, out } = await datasetStudio([command, '--help']);
      assert.equal(code, 0);
      const lines = out.split('\n');
      assert.match(lines[0] ?? '', new RegExp(`^Usage: dataset-studio ${command}`));
      assert.ok(
        lines.length <= 36,
        `The help of ${command} has ${lines.length} lines. It may have 36, one screen: shorten the help of an option until it fits one line, or move words to docs/.`,
      );
      assert.match(out, /^[A-Z][a-z]+s /m, 'A description says what the command does: Prints, not Print.');
      for (const line of lines) assert.ok(line.length <= 100, line);
      const [, examples = ''] = out.split('\nExamples:\n');
      assert.match(examples, new RegExp(`^  dataset-studio ${command}`));
      assert.equal((await datasetStudio(['help', command])).out, out);
    });

  it('suggests the nearest command and option', async () => {
    for (const [args, message] of [
      [
        ['valdate'],
        'Unknown command \'valdate\'.\n(Did you mean validate?)\nRun "dataset-studio --help" for help.\n',
      ],
      [
        ['help', 'valdate'],
        'Unknown command \'valdate\'.\n(Did you mean validate?)\nRun "dataset-studio --help" for help.\n',
      ],
      [
        ['create', 'a.json', '--dry-rum'],
        'Unknown option \'--dry-rum\'.\n(Did you mean --dry-run?)\nIf it is the name of a file, write ./ before it.\nRun "dataset-studio create --help" for help.\n',
      ],
    ] as const) {
      const { code, out, error } = await datasetStudio(args);
      assert.deepEqual([code, out, error], [2, '', message]);
    }
  });

  it('does not take the next option for a forgotten value', async () => {
    const { code, error } = await datasetStudio(['create', 'a.json', '--journal', '--dry-run']);
    assert.equal(code, 2);
    assert.match(
      error,
      /^Option '--journal <DIR>' argument '--dry-run' is invalid\. Write its value before --dry-run\.\n/,
    );
  });

  it('prints in colors only if NO_COLOR and FORCE_COLOR say so, or to a person', async () => {
    const colored = async (env: Readonly<Record<string, string>>) =>
      (await datasetStudio(['--help'], { env })).out.includes('\u001b[1m');
    assert.equal(await colored({}), false);
    assert.equal(await colored({ FORCE_COLOR: '1' }), true);
    assert.equal(await colored({ FORCE_COLOR: '1', NO_COLOR: '1' }), false);
    const { out } = await datasetStudio(['validate', 'samples/broken.dataset.json'], {
      env: { FORCE_COLOR: '1' },
    });
    assert.ok(out.includes('\u001b[31merror  \u001b[39m'), out);
  });

  it('takes --help after -- as a name', async () => {
    const { code, out, error } = await datasetStudio(['validate', '--', '--help']);
    assert.deepEqual([code, out], [2, '']);
    assert.match(error, /^--help does not exist\. Check the path\./);
  });

  for (const args of [
    ['validate', '.'],
    ['infer', 'x.csv'],
    ['diagram', 'a.json'],
  ])
    it(`says that the current folder is gone, and exits with 2: ${args.join(' ')}`, async function () {
      // Windows doesn't delete the current folder of a process.
      if (process.platform === 'win32') this.skip();
      const folder = await mkdtemp(join(tmpdir(), 'dataset-studio-'));
      const run = ['-c', 'rmdir "$PWD" && exec "$0" "$@"', process.execPath, resolve('dist/cli.js'), ...args];
      const { status, stdout, stderr } = spawnSync('sh', run, { cwd: folder, encoding: 'utf8' });
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(stderr, /^The current folder was deleted/);
    });

  it('prints the help on standard error without a command, and exits with 2', async () => {
    const { code, out, error } = await datasetStudio([]);
    assert.deepEqual([code, out], [2, '']);
    assert.match(error, /^Usage:/);
  });
});
