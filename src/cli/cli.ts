#!/usr/bin/env node
import { describeUnexpectedError } from '../text/unexpected-error.ts';
import { type CliCommand, type ExitCode, exitCode, listenForInterruption, readVersion } from './command.ts';
import { SafeOutput } from './output/safe-output.ts';
import { readArguments } from './program.ts';
import { InputError, ProcessTerminal, UsageError } from './terminal.ts';

/** All commands of the program. Each is loaded when it is used. */
const commands: ReadonlyMap<string | undefined, () => Promise<CliCommand>> = new Map([
  ['validate', async () => (await import('./commands/validate.ts')).validate],
  ['format', async () => (await import('./commands/format.ts')).format],
  ['create', async () => (await import('./commands/create.ts')).create],
  ['infer', async () => (await import('./commands/infer.ts')).infer],
  ['check', async () => (await import('./commands/check.ts')).check],
  ['diff', async () => (await import('./commands/diff.ts')).diff],
  ['diagram', async () => (await import('./commands/diagram.ts')).diagram],
  ['status', async () => (await import('./commands/status.ts')).status],
  ['submissions', async () => (await import('./commands/submissions.ts')).submissions],
  ['settle', async () => (await import('./commands/settle.ts')).settle],
  ['mcp', async () => (await import('./commands/mcp.ts')).mcp],
  ['gateway', async () => (await import('./commands/gateway.ts')).gateway],
  ['completion', async () => (await import('./commands/completion.ts')).completion],
]);

const terminal = new ProcessTerminal(process);
process.once('uncaughtException', (error) => process.exit(unexpected(error)));
const code = await run(process.argv.slice(2));
if (await terminal.isOutputLost()) {
  terminal.error('Not everything could be written to standard output. Check its disk.\n');
  const isOnlyVerdict = code === exitCode.done || code === exitCode.invalidDocument;
  process.exitCode = isOnlyVerdict ? exitCode.usage : code;
} else {
  process.exitCode = code;
}

/** Runs the command that the arguments name. */
async function run(args: readonly string[]): Promise<ExitCode> {
  const loadAll = () => Promise.all([...commands.values()].map((load) => load()));
  try {
    const named = await commands.get(args[0])?.();
    const version = args.includes('--version') || args.includes('-V') ? readVersion() : '';
    const invocation = readArguments(args, named === undefined ? await loadAll() : [named], version);
    if (invocation.kind === 'print') {
      if (invocation.isError) terminal.error(invocation.text);
      else terminal.out(withBoldTitles(invocation.text));
      return invocation.isError ? exitCode.usage : exitCode.done;
    }
    terminal.isQuiet = invocation.values.quiet === true;
    return await invocation.command.run(invocation.values, invocation.positionals, {
      terminal,
      variables: process.env,
      input: () => process.stdin,
      listen: () => listenForInterruption(process),
      commands: loadAll,
    });
  } catch (error) {
    const message = error instanceof UsageError ? error.message : describeLostFolder(error);
    if (message === undefined) return unexpected(error);
    const help = commands.has(args[0]) ? `dataset-studio ${args[0]} --help` : 'dataset-studio --help';
    terminal.error(`${message}\n`);
    if (!(error instanceof InputError)) terminal.error(`Run "${help}" for help.\n`);
    return exitCode.usage;
  }
}

/** The titles of the sections of a help. */
function withBoldTitles(help: string): SafeOutput {
  const lines = help.split(/(?<=\n)/);
  return SafeOutput.joined(
    lines.map((line) =>
      terminal.colors && /^\w+:/.test(line) ? SafeOutput.styled('bold', line) : SafeOutput.of(line),
    ),
  );
}

/** Undefined for any other error than that there is no current folder. Node.js asks for it only for a relative path. */
function describeLostFolder(error: unknown): string | undefined {
  return error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd'
    ? 'The current folder was deleted or can no longer be accessed. Change to another folder.'
    : undefined;
}

/** Node.js would print everything that is attached to the error, such as the request. */
function unexpected(error: unknown): ExitCode {
  terminal.error(
    `An unexpected error occurred in dataset-studio. Please report it:\n${describeUnexpectedError(error)}\n`,
  );
  return exitCode.fault;
}
