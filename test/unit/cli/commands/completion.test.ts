import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { datasetStudio } from '../process.ts';

describe('dataset-studio completion', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'completion-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const script = async (shell: string) => {
    const { code, out } = await datasetStudio(['completion', shell]);
    assert.equal(code, 0);
    return out;
  };

  for (const shell of ['bash', 'zsh', 'fish', 'powershell'])
    it(`names every command and option for ${shell}, and runs no program`, async () => {
      const text = await script(shell);
      for (const word of ['validate', 'settle', 'max-warnings', 'dry-run', 'mermaid', 'powershell'])
        assert.ok(text.includes(word), word);
      assert.doesNotMatch(text, /\beval\b|Invoke-Expression|\$\(dataset-studio|`/);
      // A shell that is installed accepts it.
      if (['bash', 'zsh', 'fish'].includes(shell) && process.platform !== 'win32') {
        // As a file: fish 3.6 can't read a script from the standard input of a program that Node.js starts.
        const path = join(folder, `completion.${shell}`);
        writeFileSync(path, text);
        const { error, status, stderr } = spawnSync(shell, ['-n', path], { encoding: 'utf8' });
        if (error === undefined) assert.equal(status, 0, stderr);
      }
    });

  it('completes commands, options, and their values in bash', async function () {
    if (process.platform === 'win32') return this.skip();
    const text = await script('bash');
    const complete = (...words: readonly string[]) =>
      execFileSync(
        'bash',
        [
          '--norc',
          '-c',
          `${text}\nCOMP_WORDS=("$@"); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _dataset_studio; echo "\${COMPREPLY[*]}"`,
          'bash',
          'dataset-studio',
          ...words,
        ],
        { encoding: 'utf8' },
      ).trim();
    assert.equal(complete('va'), 'validate');
    assert.equal(complete('diagram', '--'), '--format --output --quiet --help');
    assert.equal(complete('diagram', 'a.json', '--format', 'm'), 'mermaid markdown');
    assert.equal(complete('completion', 'z'), 'zsh');
    assert.equal(complete('infer', 'orders'), '');
    // Bash separates words at =.
    assert.equal(complete('diagram', 'a.json', '--format', '=', 'm'), 'mermaid markdown');
    assert.equal(complete('validate', '--format', '='), complete('validate', '--format', ''));
    assert.equal(complete('help', 'dia'), 'diagram');
  });

  it('knows four shells', async () => {
    const { code, error } = await datasetStudio(['completion', 'cmd']);
    assert.equal(code, 2);
    assert.match(error, /^completion takes one of bash, zsh, fish, powershell\./);
  });
});
