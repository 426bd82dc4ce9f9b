import assert from 'node:assert/strict';
import { command, exitCode } from '../../../src/cli/command.ts';
import { readArguments } from '../../../src/cli/program.ts';
import { UsageError } from '../../../src/cli/terminal.ts';

const validate = command({
  name: 'validate',
  summary: 'Check files.',
  arguments: '<files...>',
  options: {},
  examples: ['validate a.json'],
  run: async () => exitCode.done,
});

describe('The value of an option', () => {
  const create = command({
    name: 'create',
    summary: 'Create datasets.',
    arguments: '<files...>',
    options: {
      'dry-run': { help: 'send nothing' },
      journal: { value: 'DIR', help: 'the journal' },
      output: { value: 'FILE', help: 'the file to write' },
      null: { value: 'TEXT', multiple: true, help: 'an empty value' },
    },
    examples: ['create a.json'],
    run: async () => exitCode.done,
  });
  const read = (...args: readonly string[]) =>
    readArguments(['create', 'a.json', ...args], [create], '1.0.0');

  for (const option of [
    '--dry-run',
    '--dry-run=true',
    '--null=x',
    '--output',
    '-o',
    '-o=x',
    '--quiet',
    '-q',
    '--help',
    '-h',
  ])
    it(`is not the option ${option} after it, which would have no effect`, () => {
      for (const flag of ['--journal', '--null', '-o', '--output']) {
        const isExpected = (error: unknown) =>
          error instanceof UsageError &&
          error.message.includes(`Write its value before ${option.split('=')[0]}.`);
        assert.throws(() => read(flag, option), isExpected, `${flag} ${option}`);
      }
    });

  it('is any text after =, and any other text', () => {
    for (const [args, name, value] of [
      [['--null', '--'], 'null', ['--']],
      [['--null', '-'], 'null', ['-']],
      [['--null=--dry-run'], 'null', ['--dry-run']],
      [['--null', '--no-value'], 'null', ['--no-value']],
      [['--journal=--dry-run=true'], 'journal', '--dry-run=true'],
      [['-o', 'x.json'], 'output', 'x.json'],
    ] as const) {
      const invocation = read(...args);
      assert.equal(invocation.kind, 'run', args.join(' '));
      assert.deepEqual(invocation.values[name], value);
      assert.equal(invocation.values['dry-run'], false);
    }
  });
});

describe('An argument with a quotation mark', () => {
  const args = ['validate', 'my samples" --format json'];

  it('is refused on Windows, where a backslash before the closing quotation mark makes one', () => {
    assert.throws(
      () => readArguments(args, [validate], '1.0.0', 'win32'),
      /write "my samples" without a backslash at its end\.$/,
    );
  });

  it('is a name on other systems', () => {
    assert.equal(readArguments(args, [validate], '1.0.0', 'linux').kind, 'run');
  });
});
