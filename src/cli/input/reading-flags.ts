import { type ColumnNote, noteChoices, noteOption, type TableNote } from '../../inference/notes.ts';
import {
  type ReadingOption,
  type ReadingOptions,
  readWritten,
  writtenDescription,
  writtenHint,
} from '../../inference/reading-option.ts';
import { findWithoutCells, readingOptions } from '../../inference/reading-options.ts';
import type { ReadingChoices } from '../../inference/source.ts';
import { plainText } from '../../text/plain-text.ts';
import { printable } from '../../text/printable.ts';
import { type OptionDeclaration, type OptionDeclarations, wholeNumber } from '../command.ts';
import { UsageError } from '../terminal.ts';

const group = 'Options for reading data:';

/** How data files are read, for each command that reads them. What is absent is detected. */
export const readingFlags: OptionDeclarations = Object.fromEntries(
  Object.entries<ReadingOption>(readingOptions).flatMap(([name, option]) => flagsOf(name, option)),
);

function flagsOf(name: string, option: ReadingOption): [string, OptionDeclaration][] {
  const { kind, placeholder: value = 'VALUE' } = option;
  const help = helpOf(writtenDescription(option));
  if (kind === 'texts')
    return [[flagOf(name), { group, value, multiple: true, help: `${help}; can be repeated` }]];
  if (kind !== 'choice') return [[flagOf(name), { group, value, help }]];
  const switches = option.choices.filter((choice) => typeof choice.value === 'boolean');
  if (switches.length > 0)
    return switches.map((choice) => [
      flagOf(name, choice.value),
      { group, help: helpOf(`${choice.label()}.`) },
    ]);
  const choices = option.choices.map((choice) => String(choice.value));
  const areWords = option.other === undefined && choices.every((choice) => /^\w+$/.test(choice));
  return [[flagOf(name), { group, value, help, ...(areWords && { choices }) }]];
}

/** Without dashes. `value`: of a switch. */
function flagOf(name: string, value?: unknown): string {
  const option: ReadingOption | undefined = (readingOptions as ReadingOptions)[name];
  const flag = option?.flag ?? name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return value === false ? `no-${flag}` : flag;
}

/** A sentence as the help of an option: without its capital and its full stop. */
function helpOf(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1, -1);
}

/** What the options decide. Throws a `UsageError`. */
export function readingChoices(values: Readonly<Record<string, unknown>>): ReadingChoices {
  const entries = Object.entries<ReadingOption>(readingOptions).map(([name, option]) => [
    name,
    readFlag(name, option, values),
  ]);
  const reading: ReadingChoices = Object.fromEntries(entries);
  if (reading.decimalComma && reading.thousands === ',')
    throw new UsageError('--decimal-comma and --thousands , contradict each other. Use only one of them.');
  return reading;
}

function readFlag(name: string, option: ReadingOption, values: Readonly<Record<string, unknown>>): unknown {
  const flag = flagOf(name);
  const value = values[flag];
  if (option.kind === 'texts') return [value ?? []].flat().length > 0 ? value : undefined;
  if (typeof value === 'string') {
    if (option.kind === 'count') return wholeNumber(`--${flag}`, value, option.minimum);
    const read = readWritten(option, value);
    if (read === undefined)
      throw new UsageError(`--${flag} can't be "${plainText(value)}". ${writtenHint(option)}`);
    return read;
  }
  const isOff = values[flagOf(name, false)] === true;
  if (value === true && isOff)
    throw new UsageError(`--${flag} and --no-${flag} contradict each other. Use only one of them.`);
  if (value === true) return true;
  return isOff ? false : undefined;
}

/** The options that read the data of a note in another way, as a sentence after a space; empty if there are none. */
export function optionHint(
  note: ColumnNote | TableNote,
  platform: NodeJS.Platform = process.platform,
): string {
  const options = noteChoices(note).map((choice) =>
    Object.entries(choice)
      .flatMap(([name, value]) => [value].flat().map((each) => writeFlag(name, each, platform)))
      .join(' '),
  );
  const named = noteOption(note);
  if (named !== undefined) options.push(`--${flagOf(named)} ${readingOptions[named].placeholder}`);
  return options.length === 0 ? '' : ` To change it, use ${options.join(' or ')}.`;
}

/** As a shell takes it. What ends with a point or a comma is quoted, so that it is not read as the end of a sentence. */
function writeFlag(name: string, value: unknown, platform: NodeJS.Platform): string {
  const flag = `--${flagOf(name, value)}`;
  if (typeof value === 'boolean') return flag;
  const text = String(value);
  const written = /^[\w.,/:-]*[\w-]$/.test(text) ? text : inQuotes(printable(text), platform);
  return text.startsWith('--') ? `${flag}=${written}` : `${flag} ${written}`;
}

function inQuotes(text: string, platform: NodeJS.Platform): string {
  if (platform !== 'win32') return `'${text.replaceAll("'", "'\\''")}'`;
  // The Command Prompt knows only double quotes, in which PowerShell gives these characters a meaning.
  return /["$`%]/.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`;
}

/** Throws a `UsageError` for files that `--range` can't be of. */
export function refuseRange({ range }: ReadingChoices, files: readonly string[]): void {
  const file = findWithoutCells(range, files);
  if (file !== undefined)
    throw new UsageError(`--range is for Excel workbooks, and ${plainText(file)} is not one.`);
}
