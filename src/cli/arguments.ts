import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from './terminal.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** `node:util`'s parser, whose complaints become usage errors. */
export function parseCommandLine<const O extends Options>(args: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** A flag's whole number, at least `least`. */
export function wholeNumber(flag: string, text: string, least: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number) || number < least)
    throw new UsageError(`${flag} takes a whole number of at least ${least}, not "${text}".`);
  return number;
}
