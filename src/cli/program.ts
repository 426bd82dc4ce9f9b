import { Command as CommanderCommand, CommanderError, InvalidArgumentError, Option } from 'commander';
import { plainText } from '../text/plain-text.ts';
import { type CliCommand, commonOptions, type OptionDeclarations, type OptionValues } from './command.ts';
import { describeUnknownOption, refuseAddress } from './rejected-arguments.ts';
import { UsageError } from './terminal.ts';

/** What the arguments of the process ask for. */
export type Invocation =
  | {
      readonly kind: 'run';
      readonly command: CliCommand;
      readonly values: OptionValues<OptionDeclarations>;
      readonly positionals: readonly string[];
    }
  /** Help, or the version. `isError`: no command is named. */
  | { readonly kind: 'print'; readonly text: string; readonly isError: boolean };

/** In characters: help has the same lines on every terminal. */
const width = 100;

const footer = `
Run "dataset-studio help <command>" for its options and examples. Secrets come from environment variables,
never from options. Variables and exit codes: https://github.com/dataset-studio/dataset-studio/blob/HEAD/docs/command-line.md`;

/**
 * Reads arguments by the declarations of commands: all of them, or only the one that is named. Throws a `UsageError` that says what is
 * wrong, with what is right if something is near.
 */
export function readArguments(
  args: readonly string[],
  commands: readonly CliCommand[],
  version: string,
  platform: NodeJS.Platform = process.platform,
): Invocation {
  let printed = '';
  let invocation: Invocation | undefined;
  const program = new CommanderCommand('dataset-studio')
    .description('Define datasets, check them, and create them in a reporting service.')
    .usage('<command> [options]')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'Print the help of a command.')
    .addHelpText('after', footer)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => (printed += text),
      writeErr: (text) => (printed += text),
      // The message is in the error that is thrown.
      outputError: () => undefined,
      getOutHelpWidth: () => width,
      getErrHelpWidth: () => width,
    });
  for (const command of commands)
    addCommand(program, command, args, (values, positionals) => {
      if (platform === 'win32') refuseStrayQuote(positionals);
      for (const positional of positionals) refuseAddress(positional);
      for (const [name, { value }] of Object.entries(command.options)) {
        const text = values[name];
        if (value === 'FILE' && typeof text === 'string') refuseAddress(text, 'Name a file.');
      }
      invocation = { kind: 'run', command, values, positionals };
    });
  // Otherwise `help` and an unknown command print all help, and don't say why.
  const isUnknown = args[0] === 'help' && args.length > 1 && !commands.some(({ name }) => name === args[1]);
  try {
    program.parse(isUnknown ? args.slice(1) : args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const isError = error.exitCode !== 0;
    if (!isError || error.code === 'commander.help') return { kind: 'print', text: printed, isError };
    throw new UsageError(messageOf(error));
  }
  if (invocation === undefined) throw new Error('Commander has run no command.');
  return invocation;
}

/** For cmd.exe, `"samples\"` is a text that goes on after the quotation mark, and no path on Windows can contain one. */
function refuseStrayQuote(positionals: readonly string[]): void {
  const quoted = positionals.find((argument) => argument.includes('"'));
  if (quoted === undefined) return;
  const path = plainText(quoted.slice(0, quoted.indexOf('"')));
  throw new UsageError(
    `No path contains a quotation mark, as in ${plainText(quoted)}. Windows reads \\" as one: write "${path}" without a backslash at its end.`,
  );
}

/** How an option is written: in short, where that is usual, and in long. */
export function optionNames(long: string): readonly string[] {
  const short = Object.entries({ o: 'output', f: 'format', q: 'quiet' }).find(([, name]) => name === long);
  return [...(short ? [`-${short[0]}`] : []), `--${long}`];
}

function addCommand(
  program: CommanderCommand,
  { name, summary, description = summary, arguments: positionals, options: own, examples }: CliCommand,
  args: readonly string[],
  onRun: (values: OptionValues<OptionDeclarations>, positionals: readonly string[]) => void,
): void {
  const command = program
    .command(name)
    .summary(summary)
    .description(description)
    .helpOption('-h, --help', 'print this help')
    .allowExcessArguments(false)
    .addHelpText(
      'after',
      `\nExamples:\n${examples.map((example) => `  dataset-studio ${example}`).join('\n')}`,
    );
  if (positionals !== undefined) command.arguments(positionals);
  const options: OptionDeclarations = { ...own, ...commonOptions };
  const names = new Set(['--help', '-h', ...Object.keys(options).flatMap((long) => optionNames(long))]);
  const added = Object.entries(options).map(([long, declared]) => {
    const { value, help, group, choices, default: initial, preset, multiple } = declared;
    const flags = optionNames(long).join(', ');
    const taken = preset === undefined ? ` <${value}>` : ` [${value}]`;
    const option = new Option(value === undefined ? flags : `${flags}${taken}`, help);
    // Otherwise `--no-x` and `--x` set the same value, and the last one counts.
    option.negate = false;
    if (group !== undefined) option.helpGroup(group);
    if (initial !== undefined) option.default(initial);
    if (preset !== undefined) option.preset(preset);
    if (choices !== undefined) option.choices(choices);
    if (value !== undefined) {
      const { parseArg } = option;
      option.argParser((text: string, previous: unknown) => {
        // A forgotten value must not take the next option with it, such as --dry-run or --dry-run=true.
        const [name = ''] = text.split('=', 1);
        if (names.has(name) && !args.includes(`--${long}=${text}`))
          throw new InvalidArgumentError(`Write its value before ${name}.`);
        if (multiple) return [...(Array.isArray(previous) ? previous : []), text];
        return parseArg ? parseArg(text, previous) : text;
      });
    }
    command.addOption(option);
    return { long, option, declared };
  });
  command.action(() => {
    const values = added.map(({ long, option, declared }) => {
      const value: unknown = command.getOptionValue(option.attributeName());
      if (declared.multiple) return [long, Array.isArray(value) ? value.map(String) : []];
      if (declared.value !== undefined) return [long, typeof value === 'string' ? value : undefined];
      return [long, value === true];
    });
    onRun(Object.fromEntries(values), command.args);
  });
}

function messageOf({ code, message }: CommanderError): string {
  if (code === 'commander.unknownOption') return describeUnknownOption(message);
  const [first = '', ...more] = message.replace(/^error: /, '').split('\n');
  const sentence = first === '' ? '' : `${first.charAt(0).toUpperCase()}${first.slice(1)}`;
  const ended = /[.?!]$/.test(sentence) ? sentence : `${sentence}.`;
  return [ended, ...more]
    .filter((line) => line !== '')
    .map((line) => plainText(line))
    .join('\n');
}
