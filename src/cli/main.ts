import { plainText } from '../text/plain-text.ts';
import { describeUnexpectedError } from '../text/unexpected-error.ts';
import { validate } from './commands/validate.ts';
import { type ExitCode, exitCode } from './exit-code.ts';
import type { Variables } from './input/environment-variables.ts';
import { type Interruption, listenForInterruption } from './interruption.ts';
import { withoutCommands } from './output/line-for-people.ts';
import { ProcessTerminal } from './process-terminal.ts';
import { isUsageError, type Terminal, UsageError } from './terminal.ts';

/** Runs one command. All but the most frequent one, which has to start fast, are loaded when they are used. */
async function main(
  args: readonly string[],
  terminal: ProcessTerminal,
  variables: Variables,
  listen: () => Interruption,
): Promise<ExitCode> {
  const [command, ...rest] = args;
  // What follows `--` are names of files.
  const help = rest.find((argument) => ['--', '--help', '-h'].includes(argument));
  try {
    if (help !== undefined && help !== '--') {
      terminal.out((await import('./help.ts')).help);
      return exitCode.done;
    }
    switch (command) {
      case 'validate':
        return await validate(rest, terminal.direct());
      case 'create':
        return await (await import('./commands/create.ts')).create(rest, terminal, variables, listen);
      case 'diff':
        return await (await import('./commands/diff.ts')).diff(rest, terminal);
      case 'diagram':
        return await (await import('./commands/diagram.ts')).diagram(rest, terminal);
      case 'infer': {
        const { stop } = listen();
        const { infer } = await import('./infer/infer.ts');
        return await infer(rest, { terminal, input: () => process.stdin, signal: stop });
      }
      case 'mcp': {
        const { mcp } = await import('./commands/mcp.ts');
        return await mcp(rest, { terminal, variables, input: () => process.stdin, interruption: listen() });
      }
      case 'submissions':
        return await (await import('./commands/submissions.ts')).submissions(rest, terminal, variables);
      case 'settle':
        return await (await import('./commands/settle.ts')).settle(rest, terminal, variables);
      case 'gateway':
        return await (await import('./commands/gateway.ts')).gateway(rest, terminal, listen().stop);
      case 'help':
      case '--help':
      case '-h':
        terminal.out((await import('./help.ts')).help);
        return exitCode.done;
      case '--version':
        if (rest.length > 0) throw new UsageError('--version takes no arguments.');
        terminal.out(`${(await import('./version.ts')).readVersion()}\n`);
        return exitCode.done;
      case undefined:
        terminal.error((await import('./help.ts')).help);
        return exitCode.usage;
      default:
        throw new UsageError(`There is no command "${plainText(command)}".`);
    }
  } catch (error) {
    const message = isUsageError(error) ? error.message : describeLostFolder(error);
    if (message === undefined) return unexpected(error, terminal);
    terminal.error(`${withoutCommands(message)}\nRun "dataset-studio --help" for help.\n`);
    return exitCode.usage;
  }
}

/** Undefined for any other error than that there is no current folder. Node.js asks for it only for a relative path. */
function describeLostFolder(error: unknown): string | undefined {
  return error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd'
    ? 'The current folder was deleted or can no longer be accessed. Change to another folder.'
    : undefined;
}

/** Node.js would print everything that is attached to the error, such as the request. */
function unexpected(error: unknown, terminal: Terminal): ExitCode {
  terminal.error(
    `An unexpected error occurred in dataset-studio. Please report it:\n${describeUnexpectedError(error)}\n`,
  );
  return exitCode.fault;
}

const terminal = new ProcessTerminal(process);
process.once('uncaughtException', (error) => process.exit(unexpected(error, terminal)));

const code = await main(process.argv.slice(2), terminal, process.env, () => listenForInterruption(process));
if (await terminal.isOutputLost()) {
  terminal.error('Not everything could be written to standard output. Check its disk.\n');
  process.exitCode = code === exitCode.done ? exitCode.usage : code;
} else {
  process.exitCode = code;
}
