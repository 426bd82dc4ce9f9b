import { type ParseArgsConfig, parseArgs } from 'node:util';
import { plainText } from '../text/plain-text.ts';
import { UsageError } from './terminal.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Parses flags with `node:util`. Its errors become usage errors. */
export function parseCommandLine<const O extends Options>(args: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(plainText(error instanceof Error ? error.message : String(error)));
  }
}

/** The value of a flag that takes a whole number from `least` to `most`. */
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
