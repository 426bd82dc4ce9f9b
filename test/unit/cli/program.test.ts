import assert from 'node:assert/strict';
import { command, exitCode } from '../../../src/cli/command.ts';
import { readArguments } from '../../../src/cli/program.ts';

const validate = command({
  name: 'validate',
  summary: 'Check files.',
  arguments: '<files...>',
  options: {},
  examples: ['validate a.json'],
  run: async () => exitCode.done,
});

describe('An argument with a quotation mark', () => {
  const args = ['validate', 'my samples" --format json'];

  it('is refused on Windows, where a backslash before the closing quotation mark makes one', () => {
    const invocation = readArguments(args, [validate], '1.0.0', 'win32');
    assert.equal(invocation.kind, 'wrong');
    assert.match(invocation.message, /write "my samples" without a backslash at its end\.$/);
  });

  it('is a name on other systems', () => {
    assert.equal(readArguments(args, [validate], '1.0.0', 'linux').kind, 'run');
  });
});
