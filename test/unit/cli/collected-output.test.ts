import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { SafeOutput } from '../../../src/cli/output/safe-output.ts';
import { CollectedOutput } from '../../../src/cli/terminal.ts';

describe('CollectedOutput', () => {
  function collected() {
    const written: string[] = [];
    const output = new CollectedOutput({
      out: (text) => written.push(`out: ${SafeOutput.of(text).text}`),
      error: (text) => written.push(`error: ${SafeOutput.of(text).text}`),
    });
    return { output, written };
  }

  it('writes what is collected after a moment, each stream at once and in order', async () => {
    const { output, written } = collected();
    output.error('a');
    output.out('1');
    output.error('b');
    output.out('2');
    assert.deepEqual(written, []);
    while (written.length === 0) await new Promise(setImmediate);
    assert.deepEqual(written, ['error: ab', 'out: 12']);
    output.dispose();
    assert.equal(written.length, 2);
  });

  it('writes the rest at the end', () => {
    const { output, written } = collected();
    output.out('the rest');
    output.dispose();
    assert.deepEqual(written, ['out: the rest']);
  });

  it('writes at once what would take much memory', () => {
    const { output, written } = collected();
    output.error('x'.repeat(100_000));
    assert.equal(written.length, 1);
    output.dispose();
  });

  it('writes the rest if the process exits early', () => {
    const module = fileURLToPath(import.meta.resolve('../../../src/cli/terminal.ts'));
    const program = `
      const { CollectedOutput } = await import(${JSON.stringify(pathToFileURL(module).href)});
      const write = ({ text }) => process.stdout.write(text);
      new CollectedOutput({ out: write, error: write }).out('created');
      process.exit(3);`;
    const { status, stdout } = spawnSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', program],
      { encoding: 'utf8' },
    );
    assert.deepEqual({ status, stdout }, { status: 3, stdout: 'created' });
  });
});
