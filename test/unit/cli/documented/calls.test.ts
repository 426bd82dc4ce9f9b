import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { GitRepository } from '../git-repository.ts';
import { datasetStudio } from '../process.ts';

const dataset = (name: string, type: string) =>
  JSON.stringify({ name, tables: [{ name: 'T', columns: [{ name: 'a', dataType: type }] }] });
/** What reads and compares dataset files. */
const commands = ['validate', 'diff', 'format', 'status', 'submissions'];

/** What they say beside the result. */
const note =
  /^(?:(?:Fixed problems in|Formatted|There is something to fix in) \d+ of \d+ files?|\d+ of \d+ files? would change|No submission has an unknown outcome)\.\n/;

describe('The documented calls', function () {
  this.timeout(120_000);
  let repository: GitRepository;

  before(async () => {
    repository = GitRepository.make();
    await repository.commit({ 'datasets/sales.dataset.json': dataset('Sales', 'Int64') });
    repository.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    await repository.commit({ 'datasets/sales.dataset.json': dataset('Sales', 'string') });
    // Other files that they name. Git ignores them, so that they are no changes.
    await repository.write({ '.gitignore': '/*.json\n/*.yaml\n/samples\n/archive\n/DIR\n' });
    for (const file of ['old', 'new', 'sales', 'orders', 'samples/a', 'archive/a'])
      await repository.write({ [`${file}.dataset.json`]: dataset(file, 'Int64') });
    await repository.write({ 'sales.dataset.yaml': dataset('Sales', 'Int64') });
    // Nothing answers there. The journal is made all the same.
    const env = {
      DATASET_BASE_URL: 'http://127.0.0.1:9',
      DATASET_ACCESS_TOKEN: 'a-token',
      DATASET_SUBSCRIPTION_KEY: 'a-key',
    };
    await datasetStudio(['create', 'sales.dataset.json', '--journal', 'DIR', '--environment', 'production'], {
      cwd: repository.folder,
      env,
    });
    // Prints the arguments that a shell makes of a call.
    const program = `#!/bin/sh\nprintf '%s\\0' "$@"\n`;
    await mkdir(join(repository.folder, '../bin'));
    await writeFile(join(repository.folder, '../bin/dataset-studio'), program, { mode: 0o755 });
  });

  after(() => repository.remove());

  it('are more than a few, and can be run as they are written', async function () {
    // They are written for POSIX shells.
    if (process.platform === 'win32') this.skip();
    const pages = globSync('docs/*.md').map((page) => readFileSync(page, 'utf8'));
    for (const name of commands)
      pages.push((await datasetStudio([name, '--help'])).out.replace(/^Usage: .*/, ''));
    const text = pages.join('\n');
    // A task of VS Code is JSON, which another test runs.
    const pattern = new RegExp(`(?<!")\\bdataset-studio (?:${commands.join('|')}) [^\\n\`|>]+`, 'g');
    const calls = new Set([...text.matchAll(pattern)].map(([call]) => call.trim()));
    for (const name of commands)
      assert.ok([...calls].filter((call) => call.split(' ')[1] === name).length >= 2, name);
    const env = {
      PATH: `${join(repository.folder, '../bin')}${delimiter}${process.env.PATH}`,
      GITHUB_BASE_REF: 'main',
      CI_MERGE_REQUEST_DIFF_BASE_SHA: repository.git('rev-parse', 'origin/main'),
    };
    const cwd = repository.folder;
    for (const call of calls) {
      const shell = execFileSync('sh', ['-c', call], { cwd, env, encoding: 'utf8' });
      const args = shell.split('\0').slice(0, -1);
      const { code, error } = await datasetStudio(args, { cwd, env, input: dataset('Sales', 'Int64') });
      // The data type of a column changes, which is breaking, and a file is not formatted.
      const fails = /--fail-on (?:breaking|compatible|any)|--check|--fix --dry-run/.test(call);
      const notes = error.replace(note, '');
      assert.equal(notes, '', call);
      assert.ok(code === 0 || (fails && code === 1), `${call}: ${code}`);
      if (call.includes('--against')) assert.equal(code, fails ? 1 : 0, call);
    }
  });
});
