import { type ParseArgsConfig, parseArgs } from 'node:util';
import { plainText } from '../text/plain-text.ts';
import { UsageError } from './terminal.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Parses flags with `node:util`. Its errors become usage errors. */
export function parseCommandLine<const O extends Options>(args: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Node.js proposes --, with a quote too few.
    const [unknown] = /^Unknown option '[^']*'/.exec(message) ?? [];
    throw new UsageError(
      unknown === undefined
        ? plainText(message)
        : `${plainText(unknown)}. If it is the name of a file, write ./ before it.`,
    );
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
