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

describe('An option that does not exist', () => {
  for (const [option, shown, variable] of [
    ['--password=hunter2', '--password', 'DATASET_PASSWORD'],
    ['--PASSWORD=hunter2', '--PASSWORD', 'DATASET_PASSWORD'],
    ['--dataset_password=hunter2', '--dataset_password', 'DATASET_PASSWORD'],
    ["--pass='hunter2'", '--pass', 'DATASET_PASSWORD'],
    ['--password=hunter2\nmore hunter2', '--password', 'DATASET_PASSWORD'],
    ['-phunter2', '-p', 'DATASET_PASSWORD'],
    ['--user', '--user', 'DATASET_USERNAME'],
    ['--token=hunter2', '--token', 'DATASET_ACCESS_TOKEN'],
    ['--access-token', '--access-token', 'DATASET_ACCESS_TOKEN'],
    ['--client-id', '--client-id', 'DATASET_CLIENT_ID'],
    ['--client-secret=hunter2', '--client-secret', 'DATASET_CLIENT_SECRET'],
    ['--subscription-key=hunter2', '--subscription-key', 'DATASET_SUBSCRIPTION_KEY'],
    ['--api-key=hunter2', '--api-key', 'DATASET_SUBSCRIPTION_KEY'],
  ] as const)
    it(`is shown without its value, with the variable for it: ${JSON.stringify(option)}`, () => {
      for (const args of [
        ['validate', 'a.json', option],
        [option, 'validate', 'a.json'],
      ])
        assert.throws(() => readArguments(args, [validate], '1.0.0'), {
          name: 'UsageError',
          message: `Unknown option '${shown}'.\nSet the environment variable ${variable} instead. Other users and logs can see options.`,
        });
    });

  it('can be the name of a file', () => {
    assert.throws(() => readArguments(['validate', '--a.json=hunter2'], [validate], '1.0.0'), {
      message: "Unknown option '--a.json'.\nIf it is the name of a file, write ./ before it.",
    });
  });
});

describe('An address', () => {
  const infer = command({
    name: 'infer',
    summary: 'Infer.',
    arguments: '<files...>',
    options: { output: { value: 'FILE', help: 'the file' }, name: { value: 'NAME', help: 'a name' } },
    examples: ['infer a.csv'],
    run: async () => exitCode.done,
  });

  for (const [args, message] of [
    [
      ['https://user:hunter2@example.com/a/x.json?sig=hunter2#hunter2'],
      'https://example.com/a/x.json is an address, not a file on this machine. Download it, and name the file.',
    ],
    [['a.csv', 'S3://bucket/*.csv'], /^S3:\/\/bucket\/\*\.csv is an address/],
    [['https://[hunter2/'], /^https:\/\/… is an address/],
    [['file:///tmp/x.csv'], 'file:///tmp/x.csv is an address. Write the path of the file, without file://.'],
    [['a.csv', '-o', 'https://example.com/x'], /is an address, not a file on this machine\. Name a file\.$/],
  ] as const)
    it(`is refused instead of a file, with its host and path alone: ${args.join(' ')}`, () => {
      assert.throws(() => readArguments(['infer', ...args], [infer], '1.0.0'), {
        name: 'UsageError',
        message,
      });
    });

  it('is no path of Windows, and no name', () => {
    for (const args of [['C://a.csv'], ['a:b'], ['a.csv', '--name', 'https://example.com']])
      assert.equal(readArguments(['infer', ...args], [infer], '1.0.0').kind, 'run');
  });
});
