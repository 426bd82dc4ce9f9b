import { isDelimiter } from '../../inference/formats/delimited/dialect.ts';
import type { ReadingChoices } from '../../inference/source.ts';
import type { OptionDeclarations, OptionValues } from '../command.ts';
import { UsageError } from '../terminal.ts';

/** How data files are read, for each command that reads them. What is absent is detected. */
export const readingOptions = {
  null: { value: 'TEXT', multiple: true, help: 'treat TEXT as an empty value; can be repeated' },
  delimiter: { value: 'CHARACTER', help: 'the delimiter of text, or "tab"' },
  header: { help: 'the first record is a header' },
  'no-header': { help: 'the first record is not a header' },
} as const satisfies OptionDeclarations;

/** What the options decide. Throws a `UsageError`. */
export function readingChoices(values: OptionValues<typeof readingOptions>): ReadingChoices {
  return {
    nulls: values.null,
    delimiter: readDelimiter(values.delimiter),
    header: values.header || values['no-header'] ? values.header : undefined,
  };
}

function readDelimiter(delimiter: string | undefined): string | undefined {
  if (delimiter === undefined) return undefined;
  if (delimiter === 'tab' || delimiter === '\\t') return '\t';
  if (!isDelimiter(delimiter))
    throw new UsageError(
      '--delimiter must be one ASCII character that is not a letter, a digit, a quote, or a sign, such as ";", or "tab".',
    );
  return delimiter;
}
