import { formatOf } from '../../dataset/dataset.ts';
import { isDelimiter } from '../../inference/formats/delimited/dialect.ts';
import { tidyName } from '../../inference/names.ts';
import type { OptionDeclarations, OptionValues } from '../command.ts';
import { outputFile } from '../output/output-file.ts';
import { UsageError } from '../terminal.ts';

export type OutputFormat = 'json' | 'yaml';

export interface InferOptions {
  /** Files, folders, globs, or `-` for standard input. */
  readonly paths: readonly string[];
  readonly name?: string;
  readonly output?: string;
  readonly format: OutputFormat;
  /** A path that ends in `.json` or `.md`. */
  readonly report?: string;
  readonly decimalType?: string;
  readonly nulls: readonly string[];
  readonly delimiter?: string;
  readonly header?: boolean;
  readonly merge: boolean;
}

const formats = ['json', 'yaml'] as const;

export const inferOptions = {
  name: { value: 'NAME', help: 'name of the dataset' },
  output: { value: 'FILE', help: 'write to FILE, and replace it if it exists; - is standard output' },
  format: { value: 'FORMAT', choices: formats, help: 'json by default, or as --output is named' },
  report: { value: 'FILE', help: 'write why each column has its type, as .json or .md' },
  'decimal-type': { value: 'TYPE', help: 'data type of fractions' },
  null: { value: 'TEXT', multiple: true, help: 'treat TEXT as an empty value; can be repeated' },
  delimiter: { value: 'CHARACTER', help: 'the delimiter of text, or "tab"' },
  header: { help: 'the first record is a header' },
  'no-header': { help: 'the first record is not a header' },
  merge: { help: 'make one table of files with the same columns' },
} as const satisfies OptionDeclarations;

/** The options of `infer`. Throws a `UsageError`. */
export function readOptions(
  values: OptionValues<typeof inferOptions>,
  positionals: readonly string[],
): InferOptions {
  const { name, report, delimiter } = values;
  const output = outputFile(values.output);
  const decimalType = values['decimal-type'];
  const header = values.header || values['no-header'] ? values.header : undefined;
  if (name !== undefined && tidyName(name) === '') throw new UsageError('--name takes a name.');
  if (decimalType !== undefined && decimalType.trim() === '')
    throw new UsageError('--decimal-type takes a data type, such as Double.');
  if (report !== undefined && !/\.(?:json|md)$/i.test(report))
    throw new UsageError('--report takes a file that ends in .json or .md.');
  return {
    paths: positionals,
    ...(name !== undefined && { name }),
    ...(output !== undefined && { output }),
    format: readFormat(values.format, output),
    ...(report !== undefined && { report }),
    ...(decimalType !== undefined && { decimalType: decimalType.trim() }),
    nulls: values.null,
    ...(delimiter !== undefined && { delimiter: readDelimiter(delimiter) }),
    ...(header !== undefined && { header }),
    merge: values.merge,
  };
}

/** An output file that is named as YAML gets YAML. */
function readFormat(format: string | undefined, output: string | undefined): OutputFormat {
  if (format === undefined) return (output !== undefined && formatOf(output)) || 'json';
  return formats.find((each) => each === format) ?? 'json';
}

function readDelimiter(delimiter: string): string {
  if (delimiter === 'tab' || delimiter === '\\t') return '\t';
  if (!isDelimiter(delimiter))
    throw new UsageError(
      '--delimiter must be one ASCII character that is not a letter, a digit, a quote, or a sign, such as ";", or "tab".',
    );
  return delimiter;
}
