import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { plainText } from '../text/plain-text.ts';
import type { Variables } from './environment-variables.ts';
import { type Terminal, UsageError } from './terminal.ts';

/** Exit codes of the process (interface, "Command line"). */
export const exitCode = {
  done: 0,
  invalidDocument: 1,
  usage: 2,
  noToken: 3,
  rejected: 4,
  unknown: 5,
  notSent: 6,
  /** A bug in this program: EX_SOFTWARE of sysexits.h. */
  fault: 70,
  /** As in shells, for a process that SIGINT ended. */
  cancelled: 130,
  /** As in shells, for a process that SIGTERM ended. */
  terminated: 143,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

export interface OptionDeclaration {
  readonly help: string;
  /** The heading of its part of the help. */
  readonly group?: string;
  /** What stands for its value in the help, such as `FILE`. Without it, the option is a switch. */
  readonly value?: string;
  readonly choices?: readonly string[];
  readonly default?: string;
  /** What the option means without a value, which can be left out then. */
  readonly preset?: string;
  /** Whether it can be repeated. */
  readonly multiple?: true;
}

export type OptionDeclarations = Readonly<Record<string, OptionDeclaration>>;

/** What each command takes beside its own options. */
export const commonOptions = {
  quiet: { help: 'print nothing but errors, and the result that a command is for' },
} as const satisfies OptionDeclarations;

type OptionText<Option> = Option extends { readonly choices: readonly (infer Choice)[] } ? Choice : string;

type OptionValue<Option> = Option extends { readonly multiple: true }
  ? readonly string[]
  : Option extends { readonly value: string }
    ? OptionText<Option> | (Option extends { readonly default: string } ? never : undefined)
    : boolean;

/** By the names of the options, without the dashes. A switch is false if it is missing. */
export type OptionValues<Options> = { readonly [Name in keyof Options]: OptionValue<Options[Name]> };

/** What a command gets from the process. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly variables: Variables;
  readonly input: () => Readable;
  /** Starts to listen for signals, which end the process until then. */
  readonly listen: () => Interrupt;
  /** All commands of the program. */
  readonly commands: () => Promise<readonly CliCommand[]>;
}

/** One command: what it takes, which is also its help and its completion, and what it does. */
export interface CliCommand<Options extends OptionDeclarations = OptionDeclarations> {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** More than the summary, for its own help. */
  readonly description?: string;
  /** In the notation of commander: `<file>` is required, `[files...]` takes any number. */
  readonly arguments?: string;
  readonly argumentChoices?: readonly string[];
  readonly options: Options;
  /** Arguments after the name of the program. */
  readonly examples: readonly string[];
  readonly run: (
    values: OptionValues<Options>,
    positionals: readonly string[],
    context: CommandContext,
  ) => Promise<ExitCode>;
}

/** A command for the list of all: commander has checked the values against the declaration. */
export function command<const Options extends OptionDeclarations>(
  declaration: CliCommand<Options>,
): CliCommand {
  return declaration as unknown as CliCommand;
}

/** The version of this package. The built files lie two folders below its `package.json`, too. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return String(version);
}

/** The value of an option that takes a whole number from `least` to `most`. */
export function wholeNumber(
  flag: string,
  text: string,
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  const range =
    most === Number.MAX_SAFE_INTEGER
      ? `a whole number of at least ${least}`
      : `a whole number from ${least} to ${most}`;
  throw new UsageError(`${flag} takes ${range}, not "${plainText(text)}".`);
}

/** What Ctrl+C or a signal interrupts. */
export interface Interrupt {
  /** The first Ctrl+C: starts nothing new, and waits for the requests that are being sent. */
  readonly stop: AbortSignal;
  /** The second: cancels them, too. SIGTERM does both at once. The third Ctrl+C ends the process. */
  readonly cancel: AbortSignal;
}

const terminated = 'SIGTERM';

/** The exit code of a command that was interrupted and has nothing else to say. */
export function interruptedCode({ stop }: Interrupt): ExitCode {
  return stop.reason === terminated ? exitCode.terminated : exitCode.cancelled;
}

/**
 * From this call on, these signals no longer end the process. Call it as soon as there are requests to wait for; before,
 * the system ends the process at once.
 */
export function listenForInterruption(source: NodeJS.Process): Interrupt {
  const stop = new AbortController();
  const cancel = new AbortController();
  const interrupt = () => {
    if (stop.signal.aborted) {
      cancel.abort();
      source.off('SIGINT', interrupt);
    } else {
      stop.abort();
    }
  };
  source.on('SIGINT', interrupt);
  source.once('SIGTERM', () => {
    // First, so that nobody announces to wait for what is being sent.
    cancel.abort();
    stop.abort(terminated);
  });
  return { stop: stop.signal, cancel: cancel.signal };
}
